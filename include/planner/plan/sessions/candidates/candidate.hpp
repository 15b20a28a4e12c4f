#pragma once
#include <memory>
#include <optional>
#include <string>

#include "planner/plan/sessions/candidates/host_choice.hpp"
#include "planner/plan/sessions/packing/gpu_use.hpp"
#include "planner/plan/sessions/packing/member.hpp"
#include "planner/plan/sessions/plan.hpp"
#include "planner/unit/session_cpu.hpp"
#include "planner/unit/session_memory.hpp"

namespace planner::plan::sessions {

/// Sessions of this class are started ahead of demand, because the boundary alone misses the promised start time.
struct WarmNeed {
  Seconds refill{};  ///< until a taken session is replaced, on average
  std::string why{};
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
  std::shared_ptr<const GpuUse> gpu{};  ///< null: no GPU
};

/// A candidate, or why there is none.
struct Evaluation {
  std::optional<Candidate> candidate{};
  std::optional<Rejected> refusal{};
};

}  // namespace planner::plan::sessions
