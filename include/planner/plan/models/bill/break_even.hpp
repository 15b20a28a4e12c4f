#pragma once
#include "planner/math/keepalive.hpp"
#include "planner/plan/models/choice/choice.hpp"
#include "planner/plan/models/question/day.hpp"

/// The rate at which a model is as dear held as loaded for each request.
namespace planner::plan::models {

/// What one replica's cards cost: their part of the price of their host.
inline UsdPerTime holding_cost(const Candidate& c, const HostType& type) {
  return c.offer->tensor_parallel() * c.offer->share.memory * type.usd() / type.gpus;
}

/// Mean of the squared rate over the day, over the square of the mean: 1 where teams ask at all hours alike, 24 / h
/// where they do in h of them.
inline double unevenness(const std::vector<Demand>& teams) {
  double mean = 0, square = 0;
  for (const DayPart& part : day_of(teams)) {
    mean += part.share * part.rate.base();
    square += part.share * part.rate.base() * part.rate.base();
  }
  return square / (mean * mean);
}

/// Requests per second, as a mean over the day, from which a replica is better held: below it the waits of cold starts
/// cost less than its cards do all day (docs/design/on-demand.md; Poisson arrivals, an idle timeout of zero). Nothing
/// where the load time or the price of waiting is not known.
inline std::optional<RequestsPerSecond> break_even(UsdPerTime holding, const std::optional<Seconds>& load,
                                                   const std::optional<UsdPerTime>& wait_cost, double unevenness = 1) {
  if (!load || !wait_cost || !(*wait_cost > UsdPerTime{})) return std::nullopt;
  // At u times the mean rate requests meet as many others; u r (c (L + u r L^2 / 2)) = u h has the form of the even
  // day.
  const double hold = unevenness * holding.base();
  const double rate = math::break_even_rate(load->base(), {.hold = hold, .wait = wait_cost->base()}) / unevenness;
  return rate * (units::request / units::second);
}

/// The same for a service; nothing either where its requests come in bursts, which wait less often.
inline std::optional<RequestsPerSecond> break_even_of(const ServiceOptions& s, UsdPerTime holding,
                                                      const std::optional<Seconds>& load,
                                                      const std::optional<UsdPerTime>& wait_cost) {
  if (s.traffic.arrivals_scv > 1) return std::nullopt;
  return break_even(holding, load, wait_cost, unevenness(s.service->demand));
}

}  // namespace planner::plan::models
