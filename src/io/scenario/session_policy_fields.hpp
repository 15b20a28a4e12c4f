#pragma once
#include "io/scenario/session_words.hpp"

namespace planner::io {

/// Shares of one; the ends that leave nothing to plan with are out.
inline constexpr Range some_share{.low = 1e-6, .high = 1};
inline constexpr Range rare{.low = 1e-12, .high = 0.1};
inline constexpr Range miss{.low = 1e-9, .high = 1};
inline constexpr Range correlation{.high = 0.9};
inline constexpr Range drained{.high = 0.9};
inline constexpr Range covered{.high = 1 - 1e-12};
inline constexpr Range zone_count{.low = 1, .high = 1000, .whole = true};
inline constexpr Range at_least_one{.low = 1, .high = 1e9, .whole = true};

/// Shows `visit` each field of `sessions.policy`: its name, the member, what it may hold, and its meaning. The reader,
/// the list of defaults and the documentation all come from this one list.
template <class Policy, class Visit>
void visit_policy(Policy& p, Visit&& visit) {
  visit.number("cpu_target", p.cpu_target, some_share, "share of a host's CPU that is planned to be used");
  visit.number("memory_overrun_probability", p.memory_overrun_probability, rare,
               "per host, that its sessions want more memory than it has");
  visit.number("memory_correlation", p.memory_correlation, correlation, "between the memory use of two sessions");
  visit.number("zones", p.zones, zone_count, "zones that the fleet is spread over");
  visit.number("survive_zones", p.survive_zones, whole_count, "zones that may be gone while the peak is carried");
  visit.number("drain_fraction", p.drain_fraction, drained, "share of hosts out for upgrades at any time");
  visit.flag("drain_during_zone_loss", p.drain_during_zone_loss, "whether upgrades go on while a zone is gone");
  visit.number("warm_pool_miss", p.warm_pool_miss, miss, "probability that a start finds the pool empty");
  visit.choice("warm_pool_meaning", p.warm_pool_meaning, pool_miss_words, "what such a start does");
  visit.choice("pool_scope", p.pool_scope, pool_scope_words, "one warm pool for each of these");
  visit.choice("orchestrator", p.orchestrator, orchestrator_words, "kubernetes: its pod limit and reserve apply");
  visit.choice("network", p.network, network_words, "how sessions are connected");
  visit.number("max_sessions_per_host", p.max_sessions_per_host, at_least_one, "blast radius");
  visit.text("host_reserve", p.host_reserve, "published formula of what a host keeps for itself");
  visit.quantity("network_disk", p.network_disk, "price of network disk");
  visit.quantity("host_mtbf", p.host_mtbf, "mean time between failures of one host");
  visit.quantity("repair_time", p.repair_time, "mean time until a failed host is back");
  visit.number("capacity_probability", p.capacity_probability, covered, "that spares cover the failed hosts");
  visit.choice("purchase", p.purchase, purchase_words, "which of the published prices");
  visit.per_gpu_year("vgpu_licence", p.vgpu_licence_per_gpu_year, "licence for MIG-backed vGPU");
  visit.flag("share_hosts_between_trust_levels", p.share_hosts_between_trust_levels,
             "whether classes of several trust levels may share a host");
  visit.flag("mixed_host_types", p.mixed_host_types, "whether one pool may use several host types");
  visit.choice("memory_means", p.memory_means, memory_meaning_words,
               "what `memory` of a class is behind a guest kernel");
  visit.choice("vfio_pages", p.vfio_pages, vfio_page_words, "pages behind a guest that has a GPU");
  visit.quantity("gpu_scrub", p.gpu_scrub, "time to clean a GPU between two sessions");
}

}  // namespace planner::io
