#pragma once
#include <algorithm>

#include "planner/plan/sessions/design/assignment.hpp"
#include "planner/plan/sessions/design/joint_bound.hpp"

/// The cheapest assignment: all of them where they are few, moves of single classes where they are many.
namespace planner::plan::sessions {

/// Up to so many assignments are all priced.
inline constexpr double enumeration_limit = 512;

inline double count_assignments(const Options& options) {
  double count = 1.0;
  for (const auto& allowed : options) count *= static_cast<double>(allowed.size());
  return count;
}

namespace detail {

/// What an assignment would cost if sessions could be cut at will: quick, and close to the price of large pools.
inline UsdPerTime rough_cost(const Tenancy& t, const Assignment& assignment, const CandidateTable& table,
                             const PoolBook& book) {
  UsdPerTime cost{};
  for (const PoolMembers& members : pools_of(t, assignment, table)) cost += book.rough(members);
  return cost;
}

/// Changes the option of one class after another as long as that helps, by rough cost.
inline Assignment improve_by_moves(const Tenancy& t, const Options& options, const CandidateTable& table,
                                   const PoolBook& book, Assignment assignment) {
  constexpr double worthwhile = 1.0 - 1e-9;  // smaller gains are rounding
  UsdPerTime cost = rough_cost(t, assignment, table, book);
  for (bool improved = true; improved;) {
    improved = false;
    for (std::size_t k = 0; k < options.size(); ++k)
      for (const std::size_t option : options[k]) {
        Assignment moved = assignment;
        moved[k] = option;
        const UsdPerTime moved_cost = rough_cost(t, moved, table, book);
        if (moved_cost >= worthwhile * cost) continue;
        assignment = std::move(moved);
        cost = moved_cost;
        improved = true;
      }
  }
  return assignment;
}

/// Every class on its own best option.
inline Assignment each_on_its_own(const Tenancy& t, const Options& options, const PoolBook& book) {
  Assignment assignment;
  for (std::size_t k = 0; k < options.size(); ++k)
    assignment.push_back(*std::min_element(options[k].begin(), options[k].end(), [&](std::size_t a, std::size_t b) {
      return book.rough({{t.classes[k], a}}) < book.rough({{t.classes[k], b}});
    }));
  return assignment;
}

/// Local search from several starts; the results are priced in whole hosts.
inline ChosenAssignment best_by_moves(const Question& q, const Tenancy& t, const Options& options, const CandidateTable& table,
                                      PoolBook& book) {
  const Assignment own = each_on_its_own(t, options, book);
  std::vector<Assignment> starts{own};
  for (std::size_t o = 0; o < table.options().size(); ++o) {
    Assignment together = own;  // all that may, behind one boundary
    for (std::size_t k = 0; k < options.size(); ++k)
      if (std::count(options[k].begin(), options[k].end(), o) > 0) together[k] = o;
    if (together != own) starts.push_back(std::move(together));
  }
  ChosenAssignment best;
  for (Assignment& start : starts) {
    const Assignment found = improve_by_moves(t, options, table, book, std::move(start));
    consider(best, found, cost_of(t, found, table, book));
  }
  best.bound.base = best.bound.total = joint_bound(q, t, options, table);
  best.least_hosts = 0.0;  // the joint bound is one of money
  return best;
}

}  // namespace detail

/// The cheapest assignment that is found; each class has an option.
inline ChosenAssignment cheapest_assignment(const Question& q, const Tenancy& t, const Options& options,
                                            const CandidateTable& table, PoolBook& book) {
  return count_assignments(options) <= enumeration_limit ? best_of_all(t, options, table, book)
                                                         : detail::best_by_moves(q, t, options, table, book);
}

}  // namespace planner::plan::sessions
