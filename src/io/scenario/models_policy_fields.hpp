#pragma once
#include "io/scenario/purchase_words.hpp"
#include "planner/plan/models/question/inputs.hpp"

namespace planner::io {

inline constexpr std::array sharing_words{Named<plan::CardSharing>{"none", plan::CardSharing::none},
                                          Named<plan::CardSharing>{"memory", plan::CardSharing::memory},
                                          Named<plan::CardSharing>{"mig", plan::CardSharing::mig}};

inline constexpr std::array fleet_words{Named<plan::FleetKind>{"owned", plan::FleetKind::owned},
                                        Named<plan::FleetKind>{"elastic", plan::FleetKind::elastic}};

inline constexpr Range busy_share{.low = 0.01, .high = 0.99};
inline constexpr Range overflow{.low = 1e-12, .high = 0.5};
inline constexpr Range effectiveness{.low = 1, .high = 10};
inline constexpr Range few{.high = 100, .whole = true};

/// Shows `visit` each field of `models.policy`: its name, the member, what it may hold, and its meaning. The reader,
/// the list of defaults and the documentation all come from this one list.
template <class Policy, class Visit>
void visit_models_policy(Policy& p, Visit&& visit) {
  visit.number("utilization_target", p.utilization_target, busy_share,
               "used over sustainable request rate that is planned for");
  visit.number("spare_hosts", p.spare_hosts, few, "hosts that may be lost at the same time");
  visit.number("upgrade_room", p.upgrade_room, few,
               "models of which two versions may run side by side at the same time");
  visit.choice("sharing", p.sharing, sharing_words, "how small models may share a card");
  visit.choice("purchase", p.purchase, purchase_words, "which of the published prices");
  visit.number("pue", p.pue, effectiveness, "power at the meter over power of the hosts");
  visit.quantity("usd_per_kwh", p.electricity, "electricity, for hosts whose price is without it");
  visit.quantity("rack_kw", p.rack_power, "power that a rack can feed");
  visit.number("pool_overflow_probability", p.pool_overflow_probability, overflow,
               "that a cold start finds no room in the shared pool");
  visit.quantity("wait_cost_usd_per_s", p.wait_cost, "price of a second that a request waits");
  visit.choice("fleet", p.fleet, fleet_words, "whether hosts are paid all day or by the hour");
  visit.number("dedicated_premium", p.dedicated_premium, share, "extra cost that a dedicated replica may have");
}

}  // namespace planner::io
