#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "planner/catalog/mig.hpp"
#include "planner/plan/sessions/host_choice.hpp"
#include "planner/plan/sessions/member.hpp"
#include "planner/plan/sessions/plan.hpp"
#include "planner/unit/session_cpu.hpp"
#include "planner/unit/session_memory.hpp"

namespace planner::plan::sessions {

/// Sessions of this class are started ahead of demand, because the boundary alone misses the promised start time.
struct WarmNeed {
  Seconds refill{};  ///< until a taken session is replaced, on average
  std::string why{};
};

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
  Seconds preparation{};                         ///< of a passed-through GPU, on top of the boundary's start
  [[nodiscard]] bool pinned() const { return path == catalog::GpuPath::vfio || path == catalog::GpuPath::vgpu; }
};

/// One class behind one boundary on one host type: what a session takes, what a host has, how a start goes.
struct Candidate {
  double sessions = 0;  ///< that hosts hold at once: those that run, and GPU sessions that start or are scrubbed away
  SessionUse use{};
  Amounts limits{};  ///< of one host
  AloneFit alone{};  ///< of a host filled with this class
  unit::SessionMemory memory{};
  unit::SessionCpu cpu{};
  double cpu_loss = 0;
  StartTime start{};
  Seconds start_mean{};  ///< as far as it is known: how long a starting session holds its place
  std::optional<WarmNeed> warm{};
  std::optional<GpuUse> gpu{};
};

/// A candidate, or why there is none.
struct Evaluation {
  std::optional<Candidate> candidate{};
  std::optional<Rejected> refusal{};
};

}  // namespace planner::plan::sessions
