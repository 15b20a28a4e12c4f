#pragma once
#include <string>
#include <vector>

#include "planner/plan/sessions/pools/pool_offer.hpp"

/// Classes whose real use of memory is given though nothing can be lent behind their boundary.
namespace planner::plan::sessions {

inline std::vector<std::string> not_lent_notes(const Question& q, const catalog::Boundary& b, const PoolOffer& offer) {
  std::vector<std::string> notes;
  for (const PoolClass& c : offer.classes) {
    const SessionClass& session = q.session(c.session_class);
    if (!session.memory_used || c.candidate->use.lends) continue;
    const bool pinned = c.candidate->gpu && c.candidate->gpu->pinned();
    notes.push_back(
        session.name + ": `memory_used` changes nothing. " +
        (pinned ? "A guest with a device has all of its memory pinned" : b.id + " is not known to give memory back") +
        ", so that all of `memory` is charged.");
  }
  return notes;
}

}  // namespace planner::plan::sessions
