#pragma once
#include "planner/math/keepalive.hpp"
#include "planner/plan/models/choice.hpp"

/// The rate at which a model is as dear held as loaded for each request.
namespace planner::plan::models {

/// What one replica's cards cost: their part of the price of their host.
inline UsdPerTime holding_cost(const Candidate& c, const HostType& type) {
  return c.offer->tensor_parallel() * c.offer->share.memory * type.usd() / type.gpus;
}

/// Requests per second, as a mean, from which a replica is better held: below it the waits of cold starts cost less
/// than its cards do between requests (docs/design/on-demand.md; Poisson arrivals, an idle timeout of zero). Nothing
/// where the load time or the price of waiting is not known.
inline std::optional<RequestsPerSecond> break_even(UsdPerTime holding, const std::optional<Seconds>& load,
                                                   const std::optional<UsdPerTime>& wait_cost) {
  if (!load || !wait_cost || !(*wait_cost > UsdPerTime{})) return std::nullopt;
  const double rate = math::break_even_rate(load->base(), {.hold = holding.base(), .wait = wait_cost->base()});
  return rate * (units::request / units::second);
}

}  // namespace planner::plan::models
