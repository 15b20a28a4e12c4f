#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/plan/status.hpp"

/// What `plan_prices` answers: what every team pays, and what it would pay for something else.
namespace planner::plan {

/// Replicas for one team alone, resident, on cards of their own.
struct DedicatedQuote {
  std::string host{}, gpu{};
  double replicas = 0, gpus_per_replica = 0;
  double utilization = 0;  ///< used / sustainable at the team's peak
  UsdPerTime usd{};        ///< of its cards, by the rule of the bill: idle and spare ones in proportion
  double premium = 0;      ///< that over the team's share as it is, less 1
  UsdPerTime extra{};  ///< what the whole fleet, solved again with it, costs more, or less below 0; what the pool loses
                       ///< is in it
  std::optional<RequestsPerSecond> worth_from{};  ///< peak rate, not below the present one, at which the premium is
                                                  ///< within the policy's; absent: at none that was tried
};

/// The same target, half as long.
struct TighterWait {
  Seconds target{};
  UsdPerTime extra{};
};

/// Requests per second that the plan can honour.
struct Quota {
  double guaranteed = 0;  ///< the peak that was planned for
  double burst = 0;       ///< that others leave room for, but with probability `collision`
  double collision = 0;   ///< that a burst slows others down, or that a load finds no room in the pool meanwhile
};

/// Dollars per million tokens, input and output together in the team's own mix.
struct ServiceClasses {
  std::optional<double> shared{};     ///< as planned, idle and spare cards included
  std::optional<double> on_demand{};  ///< loaded for each request, waiting not included; where its targets allow it
  std::optional<double> batch{};      ///< off-peak, on cards that are paid for anyway: a full batch, nothing idle
  std::optional<double> dedicated{};  ///< replicas of its own
};

struct TeamPrice {
  std::string team{}, service{}, model{};
  UsdPerTime usd{};  ///< its share of the bill
  double share = 0;
  ServiceClasses per_million{};
  std::optional<DedicatedQuote> dedicated{};
  std::optional<TighterWait> tighter{};  ///< of a model on demand
  Quota quota{};
};

/// All of a team's models together.
struct TeamBill {
  std::string team{};
  UsdPerTime usd{};
  std::optional<UsdPerTime> alone{};  ///< the cheapest fleet for this team alone, its own spares included
};

struct PriceList {
  Status status = Status::ok;
  UsdPerTime usd{};  ///< the bill: hosts, spares, electricity
  std::vector<TeamPrice> prices{};
  std::vector<TeamBill> teams{};
  std::optional<UsdPerTime> apart{};  ///< a fleet for each team
  std::vector<std::string> notes{};
};

}  // namespace planner::plan
