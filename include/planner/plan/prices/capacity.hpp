#pragma once
#include "planner/plan/models/bill/team_work.hpp"
#include "planner/plan/models/choice/decide.hpp"
#include "planner/plan/prices/plan.hpp"

/// What a service can carry beyond its planned peak on what the plan gives it, its neighbours as planned.
namespace planner::plan::prices {

class Capacity {
 public:
  Capacity(const models::Market& m, const models::Fleet& fleet, std::size_t service)
      : market_(m), fleet_(fleet), service_(service), chosen_(*fleet.chosen[service]) {}

  /// Whether latency targets, pool and shared card hold at this rate of the whole service; a target that the plan
  /// misses does not hold at any.
  [[nodiscard]] bool honours(RequestsPerSecond rate) const {
    const models::Offer& o = *chosen_.offer;
    const auto queue = models::detail::queue_of(o.replica, rate / o.peak.replicas, scv());
    return models::detail::keeps_targets(o.replica, queue, market_.services[service_].service->demand) &&
           pool_overflow(rate) <= market_.inputs.policy.pool_overflow_probability &&
           card_busy(rate, queue) <= models::sharing_busy;
  }

  /// Probability that a load finds no room, of the member of the pool that fares worst, if this one's requests come at
  /// that rate: the more they are, the longer it holds its cards. 0 of a resident model.
  [[nodiscard]] double pool_overflow(RequestsPerSecond rate) const {
    if (chosen_.resident()) return 0;
    const models::Pool& pool = models::pool_of_service(fleet_, service_);
    std::vector<const models::OnDemand*> members;
    for (const std::size_t s : pool.members) members.push_back(fleet_.chosen[s]->on_demand);
    auto claims = models::detail::claims_of(members);
    const models::OnDemand& d = *chosen_.on_demand;
    const auto own = static_cast<std::size_t>(std::ranges::find(pool.members, service_) - pool.members.begin());
    claims[own].live_share = models::cycle_of(rate, scv(), models::detail::times_of(d)).held;
    const auto per_host = static_cast<std::size_t>(market_.types[chosen_.host].gpus);
    return std::ranges::max(models::detail::overflow_of(pool, std::move(claims), per_host));
  }

 private:
  [[nodiscard]] double scv() const { return market_.services[service_].traffic.arrivals_scv; }

  /// Busy share of the card that this model shares by memory, all engines together. A MIG slice is its own.
  [[nodiscard]] double card_busy(RequestsPerSecond rate, const unit::QueueAnswer& queue) const {
    const models::Offer& o = *chosen_.offer;
    if (!o.share.shared || o.share.busy <= 0) return 0;
    double busy = models::detail::busy_share(o.replica, {.queue = queue}, rate);
    for (const models::SharedCard& card : fleet_.shared[chosen_.host])
      if (std::ranges::find(card, service_) != card.end())
        for (const std::size_t s : card)
          if (s != service_) busy += fleet_.chosen[s]->offer->share.busy;
    return busy;
  }

  const models::Market& market_;
  const models::Fleet& fleet_;
  std::size_t service_;
  const models::Candidate& chosen_;
};

}  // namespace planner::plan::prices
