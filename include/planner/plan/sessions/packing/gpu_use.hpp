#pragma once
#include <string_view>

#include "planner/base/units.hpp"
#include "planner/catalog/boundary.hpp"
#include "planner/catalog/mig.hpp"

namespace planner::plan::sessions {

constexpr std::string_view to_text(catalog::GpuMode mode) {
  switch (mode) {
    case catalog::GpuMode::whole: return "whole";
    case catalog::GpuMode::mig: return "mig";
    case catalog::GpuMode::mig_vgpu: return "mig-vgpu";
    case catalog::GpuMode::time_sliced_vgpu: return "time-sliced-vgpu";
    case catalog::GpuMode::mps: return "mps";
    case catalog::GpuMode::time_slice: return "time-slice";
  }
  return "";
}

/// How a session gets its GPUs.
struct GpuUse {
  catalog::GpuMode mode = catalog::GpuMode::whole;
  catalog::GpuPath path = catalog::GpuPath::none;
  double share = 1;                              ///< GPUs of one session; several sessions fill one exactly
  const catalog::MigProfile* profile = nullptr;  ///< of a slice
  const catalog::MigTable* table = nullptr;
  bool licensed = false;                         ///< each GPU used so pays a vGPU licence
  Bytes memory{};                                ///< of each GPU, context included
  Bytes memory_had{};                            ///< what the GPU or slice offers
  Seconds preparation{};                         ///< of a guest with a GPU, on top of the boundary's start
  [[nodiscard]] bool pinned() const { return path == catalog::GpuPath::vfio || path == catalog::GpuPath::vgpu; }
  /// GPUs that are mapped and enabled for the guest, of `count`: a virtual function of a card that runs already is not.
  [[nodiscard]] double gpus_mapped(double count) const { return path == catalog::GpuPath::vfio ? count : 0.0; }
  [[nodiscard]] bool shared() const { return share < 1.0; }
  /// Of a GPU, whatever lies beside it: no cut of a GPU has more memory slices than it.
  [[nodiscard]] double least_share() const {
    return profile ? static_cast<double>(profile->memory_slices) / table->memory_slices : share;
  }
};

}  // namespace planner::plan::sessions
