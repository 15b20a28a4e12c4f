#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planner/base/quantity.hpp"
#include "planner/evidence/source.hpp"

/// NVIDIA Multi-Instance GPU (MIG): which slices a GPU can be cut into, and where each may lie.
namespace planner::catalog {

/// What an instance holds of the GPU's media engines (video decoders, JPEG, optical flow).
enum class MediaEngines {
  none,      ///< `-me`: no engine at all
  share,     ///< a plain profile: its share of the decoders
  extended,  ///< `+me`: JPEG and optical flow too, of which a GPU has one set
  all        ///< `+me.all`: every engine of the GPU
};

/// One GPU instance profile. Sizes and starts count memory slices, as in NVML's `nvmlGpuInstancePlacement_t`.
struct MigProfile {
  std::string name;           ///< `1g.10gb`, `1g.10gb+me`
  int compute_slices = 0;     ///< 1..MigTable::compute_slices
  int memory_slices = 0;      ///< length of the placement: [start, start + memory_slices)
  std::vector<int> starts{};  ///< allowed first memory slices, ascending
  int max_instances = 0;      ///< how many of this profile one GPU can hold
  MediaEngines media = MediaEngines::share;
  Fact<Bytes> memory{};  ///< what a program can use: the lowest that any driver prints
  Fact<double> streaming_multiprocessors{};
  Fact<double> copy_engines{};
  Fact<double> decoders{};  ///< NVDEC
  std::string note{};
  std::optional<int> profile_id{};  ///< what `nvidia-smi mig -cgi` calls it; absent: not seen
};

/// The profiles of one kind of GPU.
struct MigTable {
  std::string id;                      ///< `mig/a100-40`
  std::vector<std::string> gpus{};     ///< ids of the GPUs that are cut this way
  int memory_slices = 0;               ///< length of the strip: 8 on A100 and H100
  int compute_slices = 0;              ///< 7 on A100 and H100
  bool placements_verified = false;    ///< starts printed by a driver, rather than inferred from the family
  std::vector<MigProfile> profiles{};  ///< names are unique
  std::vector<std::string> sources{};
  std::string note{};
};

/// The profile called `name`, or null.
inline const MigProfile* find_profile(const MigTable& table, std::string_view name) {
  for (const MigProfile& p : table.profiles)
    if (p.name == name) return &p;
  return nullptr;
}

}  // namespace planner::catalog
