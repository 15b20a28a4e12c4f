#pragma once
#include <array>

#include "planner/math/keepalive.hpp"
#include "planner/plan/models/load_time.hpp"

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
      return false;
  }
  return false;
}

/// Time of one request in the replica, at its busiest: Little's law over the running sequences, and the first token.
inline Seconds service_time(const Offer& o, RequestsPerSecond peak) {
  const unit::Serving& s = o.replica.serving;
  if (s.shape.output_tokens <= 0) return unit::detail::embedding_step(s, 1) * units::second;
  return (o.peak.queue.running / peak.base() + unit::first_token_time(s, 1, 1)) * units::second;
}

inline double p99_wait(const math::KeepAliveCycle& cycle) { return cycle.wait_quantile_s(0.99); }

/// Adds up the parts of the day; the wait's percentile is that of the worst of them.
inline void add_day(OnDemand& d) {
  double requests = 0, worst = 0, given = 0;
  for (const DayPart& part : d.day) {
    const math::OnDemand model{part.rate.base(), d.service.base(), d.load.value().base()};
    const math::KeepAliveCycle cycle(model, 0.0);
    requests += part.share * model.rate;
    d.starts_per_s += part.share * cycle.cold_starts_per_s();
    d.waiting += part.share * model.rate * cycle.mean_wait_s();
    worst = std::max(worst, p99_wait(cycle));
    given = std::max(given, cycle.wait_quantile_given_wait_s(0.99));
  }
  d.cold_fraction = d.starts_per_s / requests;
  d.wait_p99 = worst * units::second;
  d.wait_given_cold_p99 = given * units::second;
}

/// 1 % of requests may wait longer than the tightest of the teams' targets, also where a load takes as long as the
/// slowest of the sources says.
inline bool keeps_wait(const OnDemand& d, const std::vector<Demand>& teams) {
  for (const Demand& team : teams)
    if (!team.cold_wait_p99) return false;  // no wait is allowed for
  const Seconds target = *tightest(teams, &Demand::cold_wait_p99);
  for (const DayPart& part : d.day) {
    const math::KeepAliveCycle cycle({part.rate.base(), d.service.base(), d.load.high_or_typical().base()}, 0.0);
    if (p99_wait(cycle) > target.base()) return false;
  }
  return true;
}

}  // namespace detail

/// The service on demand with its weights in that tier. Poisson arrivals; idle replicas go at once, since no timeout
/// but nothing or for ever is best (docs/design/on-demand.md).
inline OnDemand on_demand(const ServiceOptions& s, const Offer& offer, WeightTier tier, const Estimate<Seconds>& load,
                          const ModelPolicy& policy) {
  OnDemand d{.tier = tier, .load = load, .gpus = static_cast<double>(offer.tensor_parallel())};
  d.weights = offer.replica.fit.stages.front().weights * offer.tensor_parallel();
  d.service = detail::service_time(offer, s.traffic.peak);
  d.day = day_of(s.service->demand);
  detail::add_day(d);
  d.claim = math::KeepAliveCycle({s.traffic.peak.base(), d.service.base(), load.value().base()}, 0.0).live_share();
  if (policy.wait_cost) d.wait_usd = d.waiting * *policy.wait_cost;
  return d;
}

namespace detail {

inline void add_tiers(const catalog::Catalog& catalog, const ModelInputs& in, const HostType& type, std::size_t host,
                      const Offer& offer, ServiceOptions& s) {
  for (const auto& [tier, place] : weight_places) {
    if (!has_place(in.load, tier)) continue;
    const Estimate<Seconds> load = load_time(catalog, in.load, s, offer, type, place);
    if (!load.known()) continue;
    OnDemand d = on_demand(s, offer, tier, load, in.policy);
    if (!keeps_wait(d, s.service->demand)) continue;
    s.on_demand.push_back(std::make_unique<OnDemand>(std::move(d)));
    s.candidates.push_back({host, &offer, s.on_demand.back().get()});
  }
}

}  // namespace detail

/// Adds the candidates on demand: of offers whose one replica carries the peak on cards of its own.
inline void add_on_demand(const catalog::Catalog& catalog, const ModelInputs& in, const std::vector<HostType>& types,
                          ServiceOptions& s) {
  const std::vector<Candidate> resident = s.candidates;
  for (const Candidate& c : resident)
    if (!c.shared() && c.offer->peak.replicas == 1) detail::add_tiers(catalog, in, types[c.host], c.host, *c.offer, s);
}

}  // namespace planner::plan::models
