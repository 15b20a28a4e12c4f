#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/say.hpp"
#include "planner/plan/sessions/plan.hpp"
#include "planner/plan/sessions/question/question.hpp"

/// The host types that can be bought.
namespace planner::plan::sessions {

/// A host type as a candidate: with the sessions' disks on its own drives, or on disks over the network.
struct HostChoice {
  std::size_t index = 0;  ///< among the candidates
  const catalog::Host* host = nullptr;
  bool network_disk = false;
  UsdPerTime price{};
};

/// Drives that are in the price.
inline Bytes own_disk(const catalog::Host& host) {
  return host.local_disk.known() && !host.price.without_local_disk ? host.local_disk.value() : Bytes{};
}

/// Why a host type is no candidate at all, or nothing.
inline std::optional<Rejected> host_refusal(const Question& q, const catalog::Host& host) {
  const bool reserved = q.policy().purchase == Purchase::reserved_3y;
  const auto refused = [&](std::string code, std::string reason, std::string change) {
    return Rejected{"", host.id, std::move(code), std::move(reason), std::move(change)};
  };
  if (!price_of(host, q.policy().purchase))
    return refused("host.no_price", reserved ? "no reserved price is published" : "no price is published",
                   "give its price as `usd_per_h`");
  if (!host.vcpus.known()) return refused("host.unknown_size", "its hardware threads are not published", "give `vcpus`");
  if (!host.memory.known()) return refused("host.unknown_size", "its memory is not published", "give `memory`");
  return std::nullopt;
}

/// Candidates among the hosts of these ids. A host with drives of its own is two candidates where the policy also has
/// disks over the network: the cheaper one is found by price like any other.
inline std::vector<HostChoice> host_choices(const Question& q, const std::vector<std::string>& ids,
                                            std::vector<Rejected>& rejected) {
  std::vector<HostChoice> choices;
  for (const std::string& id : ids) {
    const catalog::Host& host = q.catalog.hosts.at(id);
    if (const auto refusal = host_refusal(q, host)) {
      rejected.push_back(*refusal);
      continue;
    }
    const UsdPerTime price = *price_of(host, q.policy().purchase);
    const bool drives = own_disk(host) > Bytes{};
    if (drives || !q.policy().network_disk) choices.push_back({choices.size(), &host, false, price});
    if (q.policy().network_disk) choices.push_back({choices.size(), &host, true, price});
  }
  return choices;
}

/// The candidates without those of one host.
inline std::vector<HostChoice> without_host(std::vector<HostChoice> choices, const std::string& id) {
  std::erase_if(choices, [&](const HostChoice& h) { return h.host->id == id; });
  for (std::size_t h = 0; h < choices.size(); ++h) choices[h].index = h;
  return choices;
}

}  // namespace planner::plan::sessions
