#pragma once
#include "planner/plan/models/narrate/pool_steps.hpp"

/// How GPUs become hosts, power and a bill, and who pays which part of it.
namespace planner::plan::models {

namespace detail {

inline const char* share_source(const ServiceStory& s) {
  if (!s.chosen.shared()) return "it shares no card";
  return s.plan.mig_profile.empty() ? "planner fit with room for one sequence" : "memory slices of its MIG profile";
}

inline std::string share_of_card(Narrator& n, const ServiceStory& s) {
  if (s.chosen.shared())
    n.given(s.at("busy_share"), s.plan.busy_share, "requests at the peak / what it sustains alone",
            "of the peak hour in which it runs anything");
  return n.given(s.at("card_share"), s.plan.card_share, share_source(s), "of the card's memory");
}

/// Shares of the card that a service is on; its own first.
inline std::vector<std::string> shares_on_card(Narrator& n, const std::vector<ServiceStory>& stories,
                                               const Fleet& fleet, std::size_t service) {
  for (const SharedCard& card : fleet.shared[fleet.chosen[service]->host]) {
    if (std::ranges::find(card, service) == card.end()) continue;
    std::vector<std::string> ids;
    for (const std::size_t s : card) ids.push_back(share_of_card(n, stories[s]));
    return ids;
  }
  throw InternalError("models: a sharing service is on no card.");
}

/// A member's part of its pool, by what it claims in the busiest hour.
inline void narrate_pool_share(Narrator& n, const std::vector<ServiceStory>& stories, const Fleet& fleet,
                               std::size_t service) {
  const ServiceStory& s = stories[service];
  const Pool& pool = pool_of_service(fleet, service);
  std::vector<std::string> claims;
  for (const std::size_t member : pool.members) claims.push_back(stories[member].at("claimed_gpus"));
  n.step(s.at("gpus"),
         pool_id(s.plan.host, fleet, s.chosen.host, pool) + ".gpus * " + s.at("claimed_gpus") + " / (" +
             sum_of(claims) + ")",
         s.plan.gpus, "", "idle GPUs of the pool are borne in proportion");
}

/// What it holds of the cards on which it takes turns, by its hours.
inline std::vector<std::string> turn_terms(Narrator& n, const ServiceStory& s, const std::vector<Turn>& turns,
                                           std::size_t service) {
  std::vector<std::string> terms;
  for (std::size_t t = 0; t < turns.size(); ++t) {
    const Turn& turn = turns[t];
    if (std::ranges::find(turn.services, service) == turn.services.end()) continue;
    std::vector<std::string> all, own;
    for (std::size_t i = 0; i < turn.services.size(); ++i) {
      all.push_back(n.given("turns." + id_part(s.plan.host) + "." + std::to_string(t) + "." + std::to_string(i),
                            turn.hours[i] * units::hour, "hours of its teams per day, from their load on"));
      if (turn.services[i] == service) own.push_back(all.back());
    }
    const std::string at = "turns." + id_part(s.plan.host) + "." + std::to_string(t) + ".blocks";
    terms.push_back(n.given(at, turn.count, "exact packing of hours") + " * " + s.at("gpus_per_replica") + " * (" +
                    sum_of(own) + ") / (" + sum_of(all) + ")");
  }
  return terms;
}

inline void narrate_turns(Narrator& n, const ServiceStory& s, const Fleet& fleet, std::size_t service) {
  for (std::size_t i = 0; i < s.plan.parts.size(); ++i) {
    const std::string at = s.at("parts." + std::to_string(i));
    n.given(at + ".replicas", s.plan.parts[i].replicas, "needed by the teams of these hours");
    n.given(at + ".hours_per_day", s.plan.parts[i].hours_per_day, "hours of its teams, from their load on");
  }
  const std::string held = n.given(s.at("replicas_all_day"), s.chosen.replicas_all_day(), "needed at every hour");
  n.step(
      s.at("gpus"),
      held + " * " + s.at("gpus_per_replica") + " + " + sum_of(turn_terms(n, s, fleet.turns[s.chosen.host], service)),
      s.plan.gpus, "", "other hours of its cards are borne in proportion");
}

inline void narrate_gpus(Narrator& n, const std::vector<ServiceStory>& stories, const Fleet& fleet,
                         std::size_t service) {
  const ServiceStory& s = stories[service];
  n.given(s.at("gpus_per_replica"), s.plan.gpus_per_replica, "cheapest of the degrees that were tried");
  share_of_card(n, s);
  if (!s.chosen.resident()) {
    narrate_pool_share(n, stories, fleet, service);
  } else if (s.chosen.by_hours != nullptr) {
    narrate_turns(n, s, fleet, service);
  } else if (s.chosen.shared()) {
    const auto shares = shares_on_card(n, stories, fleet, service);
    n.step(s.at("gpus"), s.at("card_share") + " / (" + sum_of(shares) + ")", s.plan.gpus, "",
           "idle memory of the card is borne in proportion");
  } else {
    n.step(s.at("gpus"), s.at("replicas") + " * " + s.at("gpus_per_replica"), s.plan.gpus);
  }
}

inline std::string host_usd(Narrator& n, const HostType& t, Purchase purchase) {
  const std::string host = "catalog." + id_part(t.host->id);
  const catalog::Price& price = t.host->price;
  return n.fact(host + ".usd", purchase == Purchase::on_demand ? price.on_demand : price.reserved_3y);
}

/// Price of a host with electricity, where that comes on top.
inline std::string full_usd(Narrator& n, const HostType& t, const ModelPolicy& policy) {
  std::string price = host_usd(n, t, policy.purchase);
  if (t.electricity <= UsdPerTime{}) return price;
  const std::string host = "catalog." + id_part(t.host->id);
  const std::string power = n.fact(host + ".power", t.host->power);
  const std::string electricity =
      n.step("fleet." + id_part(t.host->id) + ".electricity",
             power + " * " + n.policy("pue", policy.pue) + " * " + n.policy("usd_per_kwh", *policy.electricity),
             t.electricity);
  return "(" + price + " + " + electricity + ")";
}

/// What one host costs and takes.
inline void narrate_host(Narrator& n, const FleetPart& p, const HostType& t, const ModelPolicy& policy) {
  const std::string at = "fleet." + id_part(p.host);
  n.step(at + ".usd_per_host", host_usd(n, t, policy.purchase), p.usd_per_host);
  full_usd(n, t, policy);
  const std::string paid = at + ".electricity_usd_per_host";
  if (p.electricity_per_host > UsdPerTime{}) {
    n.step(paid, at + ".electricity", p.electricity_per_host);
  } else {
    n.given(paid, p.electricity_per_host, "in the price, or not asked for");
  }
  if (p.power)
    n.step(at + ".kw_per_host",
           n.fact("catalog." + id_part(p.host) + ".power", t.host->power) + " * " + n.policy("pue", policy.pue),
           *p.power, "", "at the meter");
}

inline void narrate_part(Narrator& n, const FleetPart& p, const HostType& t, const std::vector<ServiceStory>& stories,
                         const ModelPolicy& policy) {
  const std::string at = "fleet." + id_part(p.host);
  const std::string each = n.fact("catalog." + id_part(p.host) + ".gpus", t.host->gpus);
  narrate_host(n, p, t, policy);
  std::vector<std::string> used;
  for (const ServiceStory& s : stories)
    if (s.plan.host == p.host) used.push_back(s.at("gpus"));
  const std::string room =
      n.given(at + ".upgrade_room_gpus", p.upgrade_room, "second versions of the largest models, by `upgrade_room`");
  if (p.upgrade_room > 0) used.push_back(room);
  if (used.empty()) {
    n.given(at + ".gpus_used", 0.0, "spares only");
  } else {
    n.step(at + ".gpus_used", sum_of(used), p.gpus_used);
  }
  n.step(at + ".hosts", "ceil(" + at + ".gpus_used / " + each + ")", p.hosts);
  if (p.spares > 0) {
    n.step(at + ".spare_hosts", n.policy("spare_hosts", policy.spare_hosts), p.spares, "",
           "of the cheapest type that can take every model of the types in use, else of each type");
  } else {
    n.given(at + ".spare_hosts", 0.0, "spares of another type cover it, or none are asked for");
  }
  const std::string all = "(" + at + ".hosts + " + at + ".spare_hosts)";
  n.step(at + ".gpus", all + " * " + each, p.gpus);
  const std::string paid = p.mean_hosts ? n.given(at + ".mean_hosts", *p.mean_hosts, "hosts of each hour of the day",
                                                  "paid, as a mean over the day, with spares")
                                        : all;
  n.step(at + ".usd", paid + " * " + full_usd(n, t, policy), p.usd);
}

inline std::string sum_over(const ModelPlan& plan, const std::string& number) {
  std::vector<std::string> terms;
  for (const FleetPart& p : plan.fleet) terms.push_back("fleet." + id_part(p.host) + "." + number);
  return sum_of(terms);
}

inline void narrate_waiting(Narrator& n, const std::vector<ServiceStory>& stories, const ModelPlan& plan) {
  std::vector<std::string> waits;
  for (const ServiceStory& s : stories)
    if (!s.chosen.resident() && plan.wait_usd > UsdPerTime{}) waits.push_back(s.at("wait_usd"));
  if (!waits.empty()) n.step("wait_usd", sum_of(waits), plan.wait_usd);
  std::vector<std::string> beside;
  for (const ServiceStory& s : stories) beside.push_back(s.at("contention_usd"));
  n.step("contention_usd", sum_of(beside), plan.beside_usd, "", "of waiting, in neither cost nor bound");
  n.given("wait_usd", plan.wait_usd, "no request waits for a load, or waiting has no price");
}

inline void narrate_power(Narrator& n, const ModelPlan& plan, const Market& m, const ModelPolicy& policy) {
  if (!plan.kw) return;
  std::vector<std::string> terms, racks;
  const std::string rack = plan.racks ? n.policy("rack_kw", *policy.rack_power) : "";
  for (const HostType& t : m.types)
    for (const FleetPart& p : plan.fleet)
      if (p.host == t.host->id) {
        const std::string at = "fleet." + id_part(p.host), all = "(" + at + ".hosts + " + at + ".spare_hosts)";
        const std::string power = n.fact("catalog." + id_part(p.host) + ".power", t.host->power);
        terms.push_back(all + " * " + power + " * " + n.policy("pue", policy.pue));
        racks.push_back("ceil(" + all + " / floor(" + rack + " / " + power + "))");
      }
  n.step("kw", sum_of(terms), *plan.kw * units::kW, "", "at the meter");
  if (plan.racks) n.step("racks", sum_of(racks), *plan.racks, "", "hosts stand whole in racks, each type by itself");
}

inline void narrate_share(Narrator& n, const ServiceStory& s, const std::string& cards) {
  n.step(s.at("usd"), "usd * " + s.at("cards_usd") + " / (" + cards + ")", s.plan.usd, "",
         "its part of the bill by the price of the cards that it holds");
  if (s.embeds()) {
    n.given(s.at("input_share"), s.plan.input_share, "an embedding is prompt alone");
  } else {
    const std::string output =
        s.at("output_tokens") + " * unit.request / unit.token * " + s.at("decode_time") + " / " + s.at("batch");
    n.step(s.at("input_share"), s.at("prompt_time") + " / (" + s.at("prompt_time") + " + " + output + ")",
           s.plan.input_share);
  }
  const auto price = [&](const std::string& of, const std::string& share, const std::optional<double>& usd) {
    if (!usd) return;
    n.step(s.at("usd_per_million_tokens." + of),
           s.at("usd") + " * " + share + " / (" + s.at("requests") + " * " + s.at(of + "_tokens") +
               ") * 1e6 * unit.token / unit.USD",
           *usd);
  };
  price("input", s.at("input_share"), s.plan.usd_per_million_input);
  price("output", "(1 - " + s.at("input_share") + ")", s.plan.usd_per_million_output);
}

}  // namespace detail

/// Hosts, bill and its split.
inline void narrate_fleet(Narrator& n, const ModelPlan& plan, const Market& m, const Fleet& fleet,
                          const std::vector<ServiceStory>& stories, const ModelPolicy& policy) {
  for (const ServiceStory& s : stories) narrate_on_demand(n, s, policy);
  narrate_pools(n, plan, m, fleet, stories);
  for (std::size_t s = 0; s < stories.size(); ++s) detail::narrate_gpus(n, stories, fleet, s);
  for (const FleetPart& p : plan.fleet)
    for (const HostType& t : m.types)
      if (t.host->id == p.host) detail::narrate_part(n, p, t, stories, policy);
  n.step("hosts", detail::sum_over(plan, "hosts") + " + " + detail::sum_over(plan, "spare_hosts"), plan.hosts);
  n.step("gpus", detail::sum_over(plan, "gpus"), plan.gpus);
  n.step("usd", detail::sum_over(plan, "usd"), plan.usd);
  detail::narrate_waiting(n, stories, plan);
  n.given("lower_bound_usd", plan.lower_bound_usd,
          "branch and bound over the models; memory of shared cards may be split",
          "no fleet of these candidates and its waiting cost less");
  detail::narrate_power(n, plan, m, policy);
}

/// Who pays for what.
inline void narrate_bill(Narrator& n, const Market& m, const Fleet& fleet, const std::vector<ServiceStory>& stories,
                         const ModelPolicy& policy) {
  std::vector<std::string> held;
  for (std::size_t s = 0; s < stories.size(); ++s) {
    const HostType& t = m.types[fleet.chosen[s]->host];
    const std::string each = n.fact("catalog." + id_part(t.host->id) + ".gpus", t.host->gpus);
    held.push_back(n.step(stories[s].at("cards_usd"),
                          stories[s].at("gpus") + " * " + detail::full_usd(n, t, policy) + " / " + each,
                          stories[s].plan.gpus * t.usd() / t.gpus));
  }
  const std::string cards = sum_of(held);
  for (const ServiceStory& s : stories) detail::narrate_share(n, s, cards);
}

}  // namespace planner::plan::models
