#pragma once
#include <algorithm>
#include <vector>

#include "planner/plan/sessions/candidates/candidate_table.hpp"
#include "planner/plan/sessions/design/assignment.hpp"

/// Options that cannot be part of a cheapest design: another one takes no more of anything, wherever they fit. Moving
/// their pools there never costs more, so leaving them out keeps bounds valid.
namespace planner::plan::sessions {

/// A session of `a` takes no more of any resource of the host than one of `b`, and starts no worse.
inline bool takes_no_more(const Candidate& a, const Candidate& b) {
  const bool resources = std::all_of(all_resources.begin(), all_resources.end(), [&](Resource r) {
    return share_of_host(r, a.use.amounts, a.limits) <= share_of_host(r, b.use.amounts, b.limits);
  });
  const bool memory = !b.use.lends   ? !a.use.lends
                      : a.use.lends ? a.use.certain <= b.use.certain
                                    : a.use.certain <= b.use.least;
  const bool starts = !a.warm || (b.warm && a.warm->refill <= b.warm->refill);
  return resources && memory && starts;
}

/// Wherever class `i` fits with option `b`, it fits with `a` and takes no more.
inline bool at_least_as_good(const CandidateTable& table, std::size_t i, std::size_t a, std::size_t b) {
  for (std::size_t h = 0; h < table.hosts().size(); ++h) {
    const Candidate* const worse = table.at(i, b, h);
    if (!worse) continue;
    const Candidate* const better = table.at(i, a, h);
    if (!better || !takes_no_more(*better, *worse)) return false;
  }
  return true;
}

/// Where both take the same, the first in the order of ids stays.
inline bool makes_superfluous(const Tenancy& t, const CandidateTable& table, const Options& options, std::size_t a,
                              std::size_t b) {
  bool also_the_reverse = true;
  for (std::size_t k = 0; k < t.classes.size(); ++k) {
    const auto has = [&](std::size_t x) { return std::count(options[k].begin(), options[k].end(), x) > 0; };
    if (!has(b)) {
      also_the_reverse = also_the_reverse && !has(a);
      continue;
    }
    if (!has(a) || !at_least_as_good(table, t.classes[k], a, b)) return false;
    also_the_reverse = also_the_reverse && at_least_as_good(table, t.classes[k], b, a);
  }
  return !also_the_reverse || a < b;
}

/// The options without the superfluous ones.
inline Options undominated(const Tenancy& t, const CandidateTable& table, const Options& options) {
  Options kept(options.size());
  for (std::size_t k = 0; k < options.size(); ++k)
    for (const std::size_t b : options[k]) {
      bool superfluous = false;
      for (std::size_t a = 0; a < table.options().size() && !superfluous; ++a)
        superfluous = a != b && makes_superfluous(t, table, options, a, b);
      if (!superfluous) kept[k].push_back(b);
    }
  return kept;
}

}  // namespace planner::plan::sessions
