#pragma once
#include <array>

#include "planner/math/keepalive.hpp"
#include "planner/plan/models/candidates/cycle.hpp"
#include "planner/plan/models/candidates/load_time.hpp"

/// Which services can be served on demand, and from where.
namespace planner::plan::models {

/// Where the weights of the catalog's places are said to wait.
inline constexpr std::array weight_places{std::pair{WeightTier::host_ram, catalog::WeightPlace::host_ram},
                                          std::pair{WeightTier::nvme, catalog::WeightPlace::local_nvme},
                                          std::pair{WeightTier::peer, catalog::WeightPlace::peer},
                                          std::pair{WeightTier::object, catalog::WeightPlace::object_store}};

namespace detail {

inline bool has_place(const LoadPaths& paths, WeightTier tier) {
  switch (tier) {
    case WeightTier::host_ram:
      return paths.host_cache > Bytes{};
    case WeightTier::nvme:
      return paths.local_nvme.has_value();
    case WeightTier::peer:
      return paths.peer.has_value();
    case WeightTier::object:
      return paths.object_store.has_value();
    case WeightTier::gpu_sleep:
      break;
  }
  return false;
}

/// Time of one request in the replica, at its busiest: Little's law over the running sequences, and the first token.
inline Seconds service_time(const Offer& o, RequestsPerSecond peak) {
  const unit::Serving& s = o.replica.serving;
  if (s.shape.output_tokens <= 0) return unit::detail::embedding_step(s, 1) * units::second;
  return (o.peak.queue.running / peak.base() + unit::first_token_time(s, 1, 1)) * units::second;
}

inline CycleTimes times_of(const OnDemand& d) {
  return {d.service, d.load.value(), d.timeout, d.falls_asleep(), d.asleep ? d.asleep->without_room : 0.0};
}

/// If every load, or wake, takes as long as the slowest of the sources says.
inline CycleTimes slow_times_of(const OnDemand& d) {
  CycleTimes times = times_of(d);
  times.load = d.load.high_or_typical();
  if (d.asleep) times.leaving = d.asleep->falls.high_or_typical();
  return times;
}

/// Adds up the parts of the day; the wait's percentile is that of the worst of them.
inline void add_day(OnDemand& d, double arrivals_scv) {
  double requests = 0, worst = 0, given = 0;
  for (const DayPart& part : d.day) {
    const Cycle cycle = cycle_of(part.rate, arrivals_scv, times_of(d));
    requests += part.share * part.rate.base();
    d.starts_per_s += part.share * cycle.starts_per_s;
    d.live_day += part.share * cycle.held;
    d.waiting += part.share * part.rate.base() * cycle.mean_wait_s;
    worst = std::max(worst, cycle.wait_p99_s);
    given = std::max(given, cycle.wait_given_cold_p99_s);
  }
  d.cold_fraction = d.starts_per_s / requests;
  d.wait_p99 = worst * units::second;
  d.wait_given_cold_p99 = given * units::second;
}

/// The best timeout of a model whose cards cost `hold` while they are held: none for Poisson requests, and where they
/// come in bursts the time after which the next is likely to be far.
inline Seconds best_timeout(const ServiceOptions& s, const OnDemand& d, UsdPerTime hold,
                            const std::optional<UsdPerTime>& wait_cost) {
  if (s.traffic.arrivals_scv <= 1 || !wait_cost) return {};
  const DayPart& busiest = *std::ranges::max_element(d.day, {}, &DayPart::rate);
  const auto gaps = math::HyperExponentialGaps::with_variation(busiest.rate.base(), s.traffic.arrivals_scv);
  const double load = d.load.value().base();
  const double cold_start = wait_cost->base() * (load + gaps.renewals_integral(load));
  const double timeout = math::best_timeout(gaps, d.service.base(), hold.base(), cold_start);
  return (timeout == math::for_ever ? 0.0 : timeout) * units::second;  // for ever is the resident candidate
}

/// 99th percentile of the wait in the worst part of the day, with these times.
inline Seconds wait_p99_with(const OnDemand& d, double arrivals_scv, const CycleTimes& times) {
  double worst = 0;
  for (const DayPart& part : d.day) worst = std::max(worst, cycle_of(part.rate, arrivals_scv, times).wait_p99_s);
  return worst * units::second;
}

/// 1 % of requests may wait longer than the tightest of the teams' targets, also where a load takes as long as the
/// slowest of the sources says. Where only that breaks the target, the wait is kept for the plan to say so.
inline bool keeps_wait(const OnDemand& d, ServiceOptions& s) {
  for (const Demand& team : s.service->demand)
    if (!team.cold_wait_p99) return false;  // no wait is allowed for
  const Seconds target = *tightest(s.service->demand, &Demand::cold_wait_p99);
  if (d.wait_p99_slow <= target) return true;
  if (d.wait_p99 <= target && (!s.slow_wait || d.wait_p99_slow < *s.slow_wait)) s.slow_wait = d.wait_p99_slow;
  return false;
}

}  // namespace detail

/// How a service comes to its cards when a request finds none.
struct Start {
  WeightTier tier = WeightTier::object;
  Estimate<Seconds> load{};
  std::optional<Asleep> asleep{};
};

/// The service on demand, started so (docs/design/on-demand.md).
///
/// @param hold price of the replica's cards
inline OnDemand on_demand(const ServiceOptions& s, const Offer& offer, const Start& start, UsdPerTime hold,
                          const std::optional<UsdPerTime>& wait_cost) {
  OnDemand d{.tier = start.tier, .asleep = start.asleep, .load = start.load, .day = day_of(s.service->demand)};
  d.gpus = static_cast<double>(offer.tensor_parallel());
  d.weights = offer.replica.fit.stages.front().weights * offer.tensor_parallel();
  d.service = detail::service_time(offer, s.traffic.peak);
  d.timeout = detail::best_timeout(s, d, hold, wait_cost);
  detail::add_day(d, s.traffic.arrivals_scv);
  d.wait_p99_slow = detail::wait_p99_with(d, s.traffic.arrivals_scv, detail::slow_times_of(d));
  const Cycle peak = cycle_of(s.traffic.peak, s.traffic.arrivals_scv, detail::times_of(d));
  d.claim = peak.held;
  d.busy = peak.busy;
  d.loading = peak.starts_per_s * start.load.value().base();
  if (wait_cost) d.wait_usd = d.waiting * *wait_cost;
  return d;
}

namespace detail {

/// Offers of which one replica carries the peak on cards of its own.
inline bool loads_alone(const Candidate& c) { return c.all_day() && !c.shared() && c.offer->peak.replicas == 1; }

/// Adds the candidate where no wait is longer than its teams allow.
inline void add_start(const ModelInputs& in, const HostType& type, const Candidate& resident, const Start& start,
                      ServiceOptions& s) {
  if (!start.load.known()) return;
  const UsdPerTime hold = resident.offer->tensor_parallel() * type.usd() / type.gpus;
  OnDemand d = on_demand(s, *resident.offer, start, hold, in.policy.wait_cost);
  if (!keeps_wait(d, s)) return;
  s.on_demand.push_back(std::make_unique<OnDemand>(std::move(d)));
  s.candidates.push_back({resident.host, resident.offer, s.on_demand.back().get()});
}

}  // namespace detail

/// Adds the candidates that are loaded on demand.
inline void add_on_demand(const catalog::Catalog& catalog, const ModelInputs& in, const std::vector<HostType>& types,
                          ServiceOptions& s) {
  const std::vector<Candidate> resident = s.candidates;
  for (const Candidate& c : resident) {
    if (!detail::loads_alone(c)) continue;
    const HostType& type = types[c.host];
    for (const auto& [tier, place] : weight_places)
      if (detail::has_place(in.load, tier))
        detail::add_start(in, type, c, {tier, load_time(catalog, in.load, s, *c.offer, type, {place})}, s);
  }
}

}  // namespace planner::plan::models
