#pragma once
#include <vector>

#include "planner/plan/sessions/pools/pool_book.hpp"

/// How each class of a tenancy runs: chosen together, because classes behind the same boundary share hosts.
namespace planner::plan::sessions {

/// Of the k-th class of the tenancy: an index into the table's options.
using Assignment = std::vector<std::size_t>;

/// Of the k-th class of the tenancy: the options that it may take and fits.
using Options = std::vector<std::vector<std::size_t>>;

struct AssignmentCost {
  bool fits = true;
  UsdPerTime total{}, base{}, filled{};
  OfferBound bound{};      ///< of base and total
  double least_hosts = 0;  ///< of the base
};

/// By what is paid; at the same price the fuller base is worse.
inline bool cheaper(const AssignmentCost& a, const AssignmentCost& b) {
  return a.total != b.total ? a.total < b.total : a.filled < b.filled;
}

/// The pools of an assignment, in the order of their first classes.
inline std::vector<PoolMembers> pools_of(const Tenancy& t, const Assignment& assignment, const CandidateTable& table) {
  std::vector<PoolMembers> pools;
  for (std::size_t k = 0; k < t.classes.size(); ++k) {
    const RunOption& option = table.options()[assignment[k]];
    auto pool = std::find_if(pools.begin(), pools.end(), [&](const PoolMembers& p) {
      return share_hosts(table.options()[p.front().option], option);
    });
    if (pool == pools.end()) pool = pools.emplace(pools.end());
    pool->push_back({t.classes[k], assignment[k]});
  }
  return pools;
}

inline AssignmentCost cost_of(const Tenancy& t, const Assignment& assignment, const CandidateTable& table,
                              PoolBook& book) {
  AssignmentCost cost;
  for (const PoolMembers& members : pools_of(t, assignment, table)) {
    const PoolChoice& pool = book.pool(members);
    if (pool.paid.empty()) return {.fits = false};
    for (const PoolOffer* offer : pool.paid) {
      cost.total += offer->usd();
      cost.base += offer->base_usd;
      cost.filled += offer->filled_usd;
    }
    cost.bound.base += pool.bound.base;
    cost.bound.total += pool.bound.total;
    cost.least_hosts += pool.least_hosts;
  }
  return cost;
}

/// The best assignment found and what bounds it.
struct ChosenAssignment {
  bool found = false;
  Assignment options{};
  AssignmentCost cost{};
  OfferBound bound{};      ///< no assignment has a cheaper base, or costs less in all
  double least_hosts = 0;  ///< no assignment has fewer in its base
};

namespace detail {

/// The next assignment in lexical order; false after the last one.
inline bool advance(Assignment& position, const Options& options) {
  for (std::size_t k = position.size(); k-- > 0;) {
    if (++position[k] < options[k].size()) return true;
    position[k] = 0;
  }
  return false;
}

inline Assignment at_position(const Assignment& position, const Options& options) {
  Assignment assignment;
  for (std::size_t k = 0; k < position.size(); ++k) assignment.push_back(options[k][position[k]]);
  return assignment;
}

inline void consider(ChosenAssignment& best, const Assignment& assignment, const AssignmentCost& cost) {
  if (!cost.fits) return;
  best.bound.base = best.found ? std::min(best.bound.base, cost.bound.base) : cost.bound.base;
  best.bound.total = best.found ? std::min(best.bound.total, cost.bound.total) : cost.bound.total;
  best.least_hosts = best.found ? std::min(best.least_hosts, cost.least_hosts) : cost.least_hosts;
  if (best.found && !cheaper(cost, best.cost)) return;
  best.found = true;
  best.options = assignment;
  best.cost = cost;
}

}  // namespace detail

/// Every assignment is priced. The bound is the least of all bounds.
inline ChosenAssignment best_of_all(const Tenancy& t, const Options& options, const CandidateTable& table,
                                    PoolBook& book) {
  ChosenAssignment best;
  Assignment position(options.size(), 0);
  do {
    const Assignment assignment = detail::at_position(position, options);
    detail::consider(best, assignment, cost_of(t, assignment, table, book));
  } while (detail::advance(position, options));
  return best;
}

}  // namespace planner::plan::sessions
