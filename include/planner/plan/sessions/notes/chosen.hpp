#pragma once
#include <string>
#include <utility>

#include "planner/plan/sessions/pools/pool_offer.hpp"
#include "planner/plan/status.hpp"

namespace planner::plan::sessions {

/// A class of a pool with all that its constraints depend on.
struct Chosen {
  const Question& q;
  const catalog::Boundary& boundary;
  const PoolOffer& offer;
  const PoolClass& pool_class;

  [[nodiscard]] const SessionClass& session() const { return q.session(pool_class.session_class); }
  [[nodiscard]] const Candidate& candidate() const { return *pool_class.candidate; }
  [[nodiscard]] const catalog::Host& host() const { return *offer.host.host; }
  [[nodiscard]] Unknown unknown(std::string what, std::string matters_from) const {
    return {session().name, boundary.id, std::move(what), std::move(matters_from)};
  }
};

}  // namespace planner::plan::sessions
