#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "planner/catalog/catalog.hpp"
#include "planner/plan/uncertain/plan.hpp"

/// A plan in many worlds: every number that is not known exactly is drawn from its law.
namespace planner::report {

struct UncertaintyAsked {
  std::size_t samples = 1024;
  std::uint64_t seed = 1;
  std::optional<double> fleet_hosts{};  ///< does this many suffice? Absent: the hosts of the plan
  bool redecide = false;                ///< decide every world afresh: some hundred times as long
  bool keep_worlds = false;             ///< for `worlds_csv`
};

/// @throws InputError where `samples` are not 16 to 1,000,000 or `fleet_hosts` is negative
void check(const UncertaintyAsked& asked);

/// The `sessions` section of a scenario in many worlds (planner/plan/uncertain/study.hpp). Parameters and errors of the
/// scenario as in `io::read_session_scenario`.
/// @throws InputError where `samples` are not 16 to 1,000,000 or `fleet_hosts` is negative
plan::UncertaintyPlan session_uncertainty(const std::string& text, const std::string& name,
                                          const catalog::Catalog& known, const std::vector<std::string>& changes,
                                          const UncertaintyAsked& asked);
/// The `models` section likewise.
plan::UncertaintyPlan model_uncertainty(const std::string& text, const std::string& name, const catalog::Catalog& known,
                                        const std::vector<std::string>& changes, const UncertaintyAsked& asked);

/// A row for each world: what was drawn, in base units, then cost and hosts of each design; no figures where a design
/// serves nobody. Worlds must have been kept.
std::string worlds_csv(const plan::UncertaintyPlan& plan);

}  // namespace planner::report
