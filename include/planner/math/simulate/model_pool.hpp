#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "planner/math/simulate/law.hpp"

/// Models that load on demand onto GPUs which they share.
namespace planner::math::simulate {

inline constexpr int own_link = -1;

/// One model; at most one replica of it is live, which serves any number of requests side by side.
struct PooledModel {
  Law gaps;             ///< between requests
  Law service;          ///< of a request, once the replica is ready
  double load = 0;      ///< alone on its link
  int link = own_link;  ///< loads on a link of the same number, 0 or more, share it equally; `own_link`: nobody else's
  double timeout = std::numeric_limits<double>::infinity();  ///< idle time after which the replica is given up
  int gpus = 1;                                              ///< of a replica, all in one host
  double cold_cost = 1.0;  ///< of one cold start, for the cost-aware eviction; any unit
  /// Of the load, at its beginning, that uses the link; the rest is the model's own.
  double on_link = std::numeric_limits<double>::infinity();
  double leaving = 0;  ///< time from the end of the timeout until its GPUs are free
};

/// Which idle replica makes room for a cold start.
enum class Eviction {
  none,                 ///< only the timeout frees GPUs
  least_recently_used,  ///< the one that has been idle longest
  cost_aware            ///< least clock + uses x cost / GPUs (GreedyDual-Size-Frequency; FaasCache, ASPLOS 2021)
};

/// What becomes of a cold start that finds no room, not even by eviction, or others in line for it.
enum class Overflow { waits, lost };

/// Hosts fail and are repaired on their own; what runs on one is lost, and what loads or waits starts again elsewhere.
struct HostFailures {
  Law up, repair;
};

/// Whether a link is one for all hosts, or every host has its own of each number.
enum class LinkScope { pool, host };

struct ModelPool {
  std::vector<PooledModel> models;
  int hosts = 1, gpus_per_host = 8;
  Eviction eviction = Eviction::none;
  Overflow overflow = Overflow::waits;
  std::optional<HostFailures> failures{};
  LinkScope links = LinkScope::pool;
  int spare_hosts = 0;        ///< beside `hosts`, stand by: one takes the place of a host that fails
  double link_carries = 1.0;  ///< loads that a link carries at once without slowing them
};

/// Counts are of requests that arrived while observed.
struct ModelFigures {
  double requests = 0.0, cold = 0.0;  ///< cold: found none, not even one that loads
  double overflowed = 0.0;            ///< cold ones that found no room
  double lost = 0.0;                  ///< requests turned away or broken off by a host that failed
  double live = 0.0;                  ///< share of time that a replica was loading or ready
  double wait = 0.0;                  ///< sum
  std::vector<double> waits{};        ///< those above 0

  [[nodiscard]] double cold_fraction() const { return cold / requests; }
  [[nodiscard]] double overflow_probability() const { return cold > 0.0 ? overflowed / cold : 0.0; }
  [[nodiscard]] double mean_wait() const { return wait / requests; }
  /// The wait that a share `p` of all requests stays within.
  [[nodiscard]] double wait_percentile(double p) const { return percentile(requests * (1.0 - p)); }
  /// The same of the requests that waited at all.
  [[nodiscard]] double wait_percentile_of_waiting(double p) const {
    return percentile(static_cast<double>(waits.size()) * (1.0 - p));
  }

 private:
  /// The wait that `longer` requests exceed.
  [[nodiscard]] double percentile(double longer) const {
    const auto above = static_cast<std::size_t>(longer);
    if (above >= waits.size()) return 0.0;
    std::vector<double> sorted = waits;
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(above), sorted.end(), std::greater{});
    return sorted[above];
  }
};

struct PoolFigures {
  std::vector<ModelFigures> models;
  double live_gpus = 0.0;      ///< held by replicas, average over time
  double claimed_gpus = 0.0;   ///< of those, loading or busy: not to be had by eviction
  double overflow_time = 0.0;  ///< share of time that a cold start waits for room
  double hosts_up = 0.0;       ///< average over time, with those that stand by
  double too_few_hosts = 0.0;  ///< share of time that fewer than `ModelPool::hosts` are up
  std::uint64_t events = 0;
};

}  // namespace planner::math::simulate
