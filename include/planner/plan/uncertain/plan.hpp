#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "planner/math/uncertain/sobol_indices.hpp"
#include "planner/plan/uncertain/number.hpp"
#include "planner/plan/uncertain/price.hpp"

/// What is answered about a plan whose numbers are not known exactly. Money in USD per hour.
namespace planner::plan {

/// Of an answer over all worlds; infinite where a design fits nowhere in that share of them.
struct Percentiles {
  double p10 = 0, p50 = 0, p90 = 0, mean = 0;
};

/// One design over the same worlds as all others.
struct DesignOutlook {
  std::string name{};
  Percentiles usd{}, hosts{}, gpus{};
  double served = 1;        ///< share of worlds in which everything fits
  double missed = 0;        ///< share of worlds in which some target is missed
  double regret = 0;        ///< mean of what it costs more than the cheapest design of each world
  double regret_error = 0;  ///< standard error of its distance from the least one's
  double most_regret = 0;
  double best = 0;  ///< share of worlds in which it is the cheapest; ties are shared out
};

/// The first value of a number, away from its typical one, at which something turns, between its p1 and p99.
struct Turn {
  double value = 0;
  std::string design{};  ///< that becomes cheaper
};

/// What one number does to the plan's own design.
struct NumberOutlook {
  UncertainNumber number{};
  double usd_at_low = 0, usd_at_high = 0;   ///< all others typical
  std::optional<math::SobolIndex> share{};  ///< of the variance of its log cost; only of those with the largest swing
  std::optional<Turn> break_even{};         ///< where another design becomes cheaper
  std::optional<double> fleet_until{};      ///< beyond this value the fleet is too small
  double worth_knowing = 0;                 ///< what knowing it before the choice would save on average
  [[nodiscard]] double swing() const {
    return usd_at_high > usd_at_low ? usd_at_high - usd_at_low : usd_at_low - usd_at_high;
  }
};

/// One world as it was drawn and priced.
struct DrawnWorld {
  std::vector<double> drawn{};             ///< of each of `UncertaintyPlan::numbers`, in base units
  std::vector<uncertain::Price> prices{};  ///< of each design
};

/// Re-priced beside solved afresh.
struct FullSolves {
  int solved = 0;
  double median_excess = 0, most_excess = 0;  ///< re-priced cost over solved cost, less 1
};

struct UncertaintyPlan {
  int samples = 0;
  std::uint64_t seed = 0;
  int refused = 0;                       ///< worlds whose values together break a rule of the scenario
  double typical_usd = 0;                ///< of the plan's own design by closed form
  std::vector<DesignOutlook> designs{};  ///< the plan's own first
  std::vector<NumberOutlook> numbers{};  ///< those that matter, the largest swing first
  int without_effect = 0;                ///< uncertain numbers that change nothing
  int held = 0;                          ///< numbers with the least swing, held at their typical values: too many
  std::size_t first_choice = 0;          ///< among the designs: the least regret
  bool stable = true;                   ///< both halves of the worlds agree on it, and by more than two standard errors
  double fleet_hosts = 0;               ///< the fleet that is asked about
  bool own_fleet = true;                ///< it is the plan's own, host type by host type
  double suffices = 0;                  ///< share of worlds that it carries
  std::vector<double> usd_quantiles{};  ///< of the plan's own design, from the cheapest world to the dearest, by 1 %
  FullSolves full{};
  std::optional<Percentiles> redecided_usd{}, redecided_hosts{};  ///< every world solved afresh, where asked for
  std::vector<DrawnWorld> worlds{};  ///< where asked for; those that the scenario refuses are not among them
};

}  // namespace planner::plan
