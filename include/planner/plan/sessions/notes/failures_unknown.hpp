#pragma once
#include <optional>
#include <string>

#include "planner/plan/say.hpp"
#include "planner/plan/sessions/records.hpp"

namespace planner::plan::sessions {

/// Where no failure rate is published for a pool's hosts: the mean time between failures below which one more host per
/// zone would be needed.
inline std::optional<Unknown> failures_unknown(const Question& q, const PoolName& name, const PoolOffer& offer) {
  if (offer.headroom.failures_known) return std::nullopt;
  const double hosts = offer.base.hosts + offer.warm_hosts;
  const auto total = [&](Seconds mtbf) { return hosts_with_headroom(q.policy(), hosts, mtbf); };
  const double planned = hosts_with_headroom(q.policy(), hosts, std::nullopt);
  double low = 1.0, high = 1e6;  // hours: any fleet needs more, no fleet does
  if (total(high * units::hour) > planned) return std::nullopt;
  while (high / low > 1.0 + 1e-7) {  // as exact as it is printed
    const double middle = std::sqrt(low * high);
    (total(middle * units::hour) > planned ? low : high) = middle;
  }
  return Unknown{"", name.tenancy.name + "/" + name.boundary.id + " on " + offer.host.host->id, "how often a host fails: give `host_mtbf`",
                 "less than " + say(high * units::hour) + " between failures of a host: one more host per zone"};
}

}  // namespace planner::plan::sessions
