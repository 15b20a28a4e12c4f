#pragma once
#include <string>
#include <vector>

#include "planner/plan/sessions/pools/pool_offer.hpp"

/// What sessions that share a card are not kept apart by.
namespace planner::plan::sessions {

/// In the catalog's words; empty where a session has a card or a slice of its own.
inline const std::string& not_isolated(const catalog::GpuSharing& facts, catalog::GpuMode mode) {
  static const std::string isolated;
  if (mode == catalog::GpuMode::mps) return facts.mps_note;
  const bool in_turns = mode == catalog::GpuMode::time_slice || mode == catalog::GpuMode::time_sliced_vgpu;
  return in_turns ? facts.time_slice_note : isolated;
}

/// One note for each class of a pool whose sessions share cards.
inline std::vector<std::string> shared_gpu_notes(const Question& q, const PoolOffer& offer) {
  std::vector<std::string> notes;
  for (const PoolClass& c : offer.classes) {
    const auto& gpu = c.candidate->gpu;
    if (!gpu || !gpu->shared() || not_isolated(q.catalog.gpu_sharing, gpu->mode).empty()) continue;
    notes.push_back(q.session(c.session_class).name + " shares GPUs by " + std::string(to_text(gpu->mode)) + ". " +
                    not_isolated(q.catalog.gpu_sharing, gpu->mode));
  }
  return notes;
}

}  // namespace planner::plan::sessions
