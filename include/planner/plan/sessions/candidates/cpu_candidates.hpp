#pragma once
#include <vector>

#include "planner/plan/sessions/candidates/candidate_table.hpp"
#include "planner/plan/sessions/candidates/evaluate.hpp"

/// Candidates of classes without GPUs: every boundary on every host type.
namespace planner::plan::sessions {

/// One option per boundary of the catalog, in the order of ids.
inline std::vector<RunOption> cpu_options(const catalog::Catalog& catalog) {
  std::vector<RunOption> options;
  for (const auto& [id, b] : catalog.boundaries) options.push_back({&b, nullptr, nullptr});
  return options;
}

inline CandidateTable cpu_candidates(const Question& q, const MemoryRisk& risk, const Tenancy& t,
                                     std::vector<HostChoice> hosts) {
  CandidateTable table(q.inputs.classes.size(), cpu_options(q.catalog), std::move(hosts));
  for (const std::size_t i : t.classes)
    for (std::size_t o = 0; o < table.options().size(); ++o)
      for (const HostChoice& host : table.hosts())
        table.set(i, o, host.index, evaluate(q, risk, t.smt, i, *table.options()[o].boundary, host));
  return table;
}

}  // namespace planner::plan::sessions
