#include "report/models/models_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "io/scenario/purchase_words.hpp"
#include "report/document/numbers.hpp"
#include "report/models/models_texts.hpp"
#include "report/uncertainty/uncertainty_parts.hpp"

namespace planner::report {
namespace {

constexpr Align right = Align::right;

std::string served_as(const plan::ServicePlan& s) {
  if (!s.mig_profile.empty()) return s.mig_profile + " of";
  if (s.decision == plan::Decision::resident_shared) return percent_text(s.card_share) + " of 1";
  return fmt::format("{} x {}", count_text(s.replicas), count_text(s.gpus_per_replica));
}

std::string rate_text(double per_s) { return fmt::format("{:.3g}", per_s); }
std::string dollars(const std::optional<double>& usd) { return usd ? fixed_text(*usd, 2) : "-"; }

Table service_table(const plan::ModelPlan& p) {
  Table table({{"model"}, {"replicas x GPUs"}, {"req/s", right}, {"used", right}, {"USD/h", right}});
  for (const plan::ServicePlan& s : p.services) {
    table.row({short_name(p, s.name), served_as(s) + " " + s.gpu, rate_text(s.peak_requests_per_s),
               percent_text(s.utilization), usd_text(s.usd)});
  }
  return table;
}

/// The operating point of each replica, and what requests see at the peak.
Table speed_table(const plan::ModelPlan& p) {
  Table table(
      {{"model"}, {"batch", right}, {"bound by"}, {"req/s each", right}, {"TTFT p95", right}, {"TPOT p95", right}});
  for (const plan::ServicePlan& s : p.services) {
    table.row({short_name(p, s.name), count_text(s.batch), std::string(to_text(s.limit)), rate_text(s.capacity_per_s),
               time_text(s.ttft_p95), time_text(s.tpot_p95)});
  }
  return table;
}

/// The widest band of all services.
std::string band_text(const plan::ModelPlan& p, unit::Band plan::ServicePlan::*of) {
  unit::Band widest;
  for (const plan::ServicePlan& s : p.services)
    widest = {std::min(widest.low, (s.*of).low), std::max(widest.high, (s.*of).high)};
  return fmt::format("{:.2f} to {:.2f}", widest.low, widest.high);
}

std::string band_sentence(const plan::ModelPlan& p) {
  return fmt::format(
      "Estimates: 80 % of measured points lie within {} times the rate, {} times the TTFT, {} times the TPOT.",
      band_text(p, &plan::ServicePlan::rate_band), band_text(p, &plan::ServicePlan::ttft_band),
      band_text(p, &plan::ServicePlan::tpot_band));
}

Table price_table(const plan::ModelPlan& p) {
  Table table({{"model"}, {"million tokens/h", right}, {"USD/h", right}, {"USD/M in", right}, {"USD/M out", right}});
  for (const plan::ServicePlan& s : p.services) {
    const double tokens = s.requests_per_h * (s.input_tokens + s.output_tokens) / 1e6;
    table.row({short_name(p, s.name), rate_text(tokens), usd_text(s.usd), dollars(s.usd_per_million_input),
               dollars(s.usd_per_million_output)});
  }
  return table;
}

Table fleet_table(const plan::ModelPlan& p) {
  Table table(
      {{"host"}, {"GPU"}, {"hosts", right}, {"spare", right}, {"GPUs", right}, {"in use", right}, {"USD/h", right}});
  for (const plan::FleetPart& part : p.fleet) {
    table.row({part.host, part.gpu, count_text(part.hosts), count_text(part.spares), count_text(part.gpus),
               count_text(part.gpus_used), usd_text(part.usd)});
  }
  return table;
}

std::string next_best(const plan::RunnerUp& r) {
  const std::string cards = fmt::format("{} x {} {}", count_text(r.replicas), count_text(r.gpus_per_replica), r.gpu);
  if (r.tier) return cards + ", " + std::string(tier_text(r.tier));
  if (r.decision == plan::Decision::active_hours || r.decision == plan::Decision::part) return cards + " by hours";
  return r.decision == plan::Decision::resident_shared ? cards + " shared" : cards;
}

Table runner_up_table(const plan::ModelPlan& p) {
  Table table({{"model"}, {"next best"}, {"extra USD/h", right}});
  for (const plan::ServicePlan& s : p.services) {
    const std::string next = s.runner_up ? next_best(*s.runner_up) : "none";
    table.row({short_name(p, s.name), next, s.runner_up ? extra_usd_text(s.runner_up->extra) : "-"});
  }
  return table;
}

/// "1 x 24 h, 2 x 10 h": replicas and their hours.
std::string hours_text(const std::vector<plan::HeldPart>& parts) {
  std::string text;
  for (const plan::HeldPart& p : parts)
    text += fmt::format("{}{} x {:.3g} h", text.empty() ? "" : ", ", count_text(p.replicas), p.hours_per_day);
  return text;
}

std::string decision_text(const plan::ServicePlan& s) {
  if (!s.parts.empty()) return hours_text(s.parts);
  if (s.sleep_level > 0) return fmt::format("asleep {}, {}", s.sleep_level, tier_text(s.load_from));
  return s.tier ? fmt::format("on demand, {}", tier_text(s.tier)) : std::string(to_text(s.decision));
}

/// Each model's own rate beside the one from which it is better held than loaded for each request.
Table residency_table(const plan::ModelPlan& p) {
  Table table({{"model"}, {"requests/h", right}, {"held from", right}, {"load", right}, {"decision"}});
  for (const plan::ServicePlan& s : p.services)
    table.row({short_name(p, s.name), rate_text(s.requests_per_h),
               s.break_even_requests_per_h ? rate_text(*s.break_even_requests_per_h) : "-", time_text(s.load),
               decision_text(s)});
  return table;
}

/// What the load times stand for, and how much longer they may be.
std::string load_sentence(const plan::ModelPlan& p) {
  std::set<std::string_view> from;
  std::vector<double> longer;
  for (const plan::ServicePlan& s : p.services) {
    if (!s.load || *s.load <= Seconds{}) continue;
    from.insert(tier_text(s.load_from));
    longer.push_back(*s.load_p90 / *s.load);
  }
  if (longer.empty()) return "";
  const auto [least, most] = std::ranges::minmax(longer);
  return fmt::format(
      "Loads: p50 over set-ups, weights from {}, on a host that has started the model before, nobody else loading. p90 "
      "is "
      "{:.1f} to {:.1f} times as long; planner load has the stages.",
      fmt::join(from, ", "), least, most);
}

/// What the requests of models on demand risk.
Table waiting_table(const plan::ModelPlan& p) {
  Table table({{"model"},
               {"loads/h", right},
               {"cold", right},
               {"wait p99", right},
               {"slow load", right},
               {"if cold", right},
               {"no room", right},
               {"USD/h", right}});
  for (const plan::ServicePlan& s : p.services) {
    if (s.decision != plan::Decision::on_demand) continue;
    table.row({short_name(p, s.name), rate_text(s.cold_starts_per_h), percent_text(s.cold_fraction),
               time_text(s.wait_p99), time_text(s.wait_p99_slow), time_text(s.wait_given_cold_p99),
               percent_text(s.overflow_probability), usd_text(s.wait_usd)});
  }
  return table;
}

constexpr const char* waiting_sentence =
    "Wait p99 is by the p50 of the load, and so is if cold; slow load is the same p99 by the p90 of the load, and is "
    "what teams' cold_wait_p99 is held against.";

/// The longest stretch of a load by others, as a share.
double stretch_of(const plan::ModelPlan& plan, const plan::PoolPart& pool) {
  double most = 0;
  for (const plan::ServicePlan& s : plan.services)
    if (std::ranges::count(pool.models, s.name) > 0 && s.load_beside)
      most = std::max(most, *s.load_beside / *s.load - 1);
  return most;
}

/// What other loads do, which the waits above have.
std::string beside_text(const plan::ModelPlan& plan, const plan::PoolPart& pool) {
  if (pool.loading_beside <= 0) return "";
  const std::string met = ", and with " + percent_text(pool.loading_beside) + " another load under way";
  const double stretch = stretch_of(plan, pool);
  if (stretch <= 0) return met + ", which does not slow it: what they read from carries two at their speed";
  return fmt::format("{} on the same link, so that loads take up to {} longer on average; waits have that", met,
                     percent_text(stretch));
}

/// Cards of engines asleep.
std::string sleeping_sentence(const plan::PoolPart& p) {
  const std::string each = p.block > 1 ? fmt::format(" in blocks of {}", count_text(p.block)) : "";
  return fmt::format(
      "{} sleep on {} of {}{} and keep {:.3g} GiB of each while they do: in the busiest hour a wake finds none of them "
      "free with probability {}.",
      counted(static_cast<double>(p.models.size()), "model"), counted(p.gpus, "GPU"), p.host, each,
      p.kept_asleep.in(units::GiB), percent_text(p.overflow_probability));
}

std::string pool_sentence(const plan::ModelPlan& plan, const plan::PoolPart& p) {
  if (p.block > 0) return sleeping_sentence(p);
  return fmt::format("{} share {} of {}: in the busiest hour a load finds no room with probability {}{}.",
                     counted(static_cast<double>(p.models.size()), "model"), counted(p.gpus, "GPU"), p.host,
                     percent_text(p.overflow_probability), beside_text(plan, p));
}

/// The other view: replicas stay until their room is needed. Engines asleep stay anyway.
std::string kept_sentence(const plan::ModelPlan& plan, const plan::PoolPart& pool) {
  double requests = 0, lru = 0, cost_aware = 0, now = 0;
  for (const plan::ServicePlan& s : plan.services) {
    if (std::ranges::count(pool.models, s.name) == 0 || !s.if_kept_warm) continue;
    requests += s.requests_per_h;
    now += s.requests_per_h * s.cold_fraction;
    lru += s.requests_per_h * s.if_kept_warm->least_recently_used;
    cost_aware += s.requests_per_h * s.if_kept_warm->cost_aware;
  }
  return fmt::format(
      "If replicas stayed until a load needs their room, {} of requests would be cold (the longest idle gives way) or "
      "{} "
      "(the cheapest to load again) in place of {}; only loading and busy ones would then be in its way: no room with "
      "probability {}.",
      percent_text(lru / requests), percent_text(cost_aware / requests), percent_text(now / requests),
      percent_text(pool.overflow_with_eviction));
}

std::string against(const plan::ModelPlan& p, const char* what, const std::optional<plan::Alternative>& a) {
  if (!a) return fmt::format("{}: no such plan.", what);
  const UsdPerTime own = p.usd + p.wait_usd, other = a->usd + a->wait_usd;
  const std::string design = fmt::format("{}: {} hosts, {} USD/h", what, count_text(a->hosts), usd_text(a->usd));
  if (other < own * (1 - 1e-9)) return fmt::format("{} ({} USD/h less).", design, usd_text(own - other));
  const UsdPerTime extra = other > own ? other - own : UsdPerTime{};  // sums differ in their last digits
  const bool waits = a->wait_usd > UsdPerTime{} || p.wait_usd > UsdPerTime{};
  return fmt::format("{} ({}{}).", design, extra_usd_text(extra), waits ? " with waiting" : "");
}

/// What the plan costs more than one without room for second versions.
std::string room_sentence(const plan::ModelPlan& p) {
  double gpus = 0;
  for (const plan::FleetPart& part : p.fleet) gpus += part.upgrade_room;
  const plan::Alternative& a = *p.without_upgrade_room;
  const UsdPerTime own = p.usd + p.wait_usd, other = a.usd + a.wait_usd;
  return fmt::format("Room for second versions takes {} and costs {} USD/h.", counted(gpus, "GPU"),
                     usd_text(own > other ? own - other : UsdPerTime{}));
}

std::vector<std::string> comparison(const plan::ModelPlan& p) {
  if (p.services.empty()) return {};
  std::vector<std::string> lines{against(p, "Every model resident", p.all_resident),
                                 against(p, "Replicas of its own for every team", p.dedicated_per_team)};
  if (p.without_upgrade_room) lines.push_back(room_sentence(p));
  return lines;
}

std::string moves_heading(const plan::Moves& m) {
  const std::string least =
      m.loads <= m.lower_bound ? "no placement takes fewer" : fmt::format("at least {}", count_text(m.lower_bound));
  return fmt::format("Moves from what runs: {} ({})", counted(m.loads, "load"), least);
}

Table moves_table(const plan::ModelPlan& p) {
  Table table({{"move"}, {"replicas", right}, {"host"}, {"model"}});
  for (const plan::Move& m : p.moves->load)
    table.row({"load", count_text(m.replicas), m.host, short_name(p, m.service)});
  for (const plan::Move& m : p.moves->unload)
    table.row({"end", count_text(m.replicas), m.host, short_name(p, m.service)});
  return table;
}

/// One line for each model and reason, with the GPUs that it turned down.
std::vector<std::string> turned_down(const plan::ModelPlan& p) {
  struct Line {
    const plan::Rejected* first;
    std::string options;
  };
  std::vector<Line> lines;
  for (const plan::Rejected& r : p.rejected) {
    if (r.code == "cost") continue;
    const auto same = std::ranges::find_if(
        lines, [&](const Line& l) { return l.first->session_class == r.session_class && l.first->code == r.code; });
    if (same != lines.end()) {
      same->options += ", " + r.option;
    } else {
      lines.push_back({&r, r.option});
    }
  }
  std::vector<std::string> texts;
  for (const Line& l : lines) {
    const std::string what = l.first->session_class.empty() ? l.options : l.first->session_class + " on " + l.options;
    texts.push_back(
        fmt::format("{}: {}{}", what, l.first->reason, l.first->change.empty() ? "" : " (" + l.first->change + ")"));
  }
  return texts;
}

Table turned_down_table(const plan::ModelPlan& p) {
  Table table({{"model"}, {"option"}, {"reason"}, {"what would have to change"}});
  for (const plan::Rejected& r : p.rejected) table.row({r.session_class, r.option, r.reason, r.change});
  return table;
}

std::vector<std::string> unknown(const plan::ModelPlan& p) {
  std::vector<std::string> lines;
  for (const plan::Unknown& u : p.unknown) {
    const std::string what = u.session_class.empty() ? u.option : u.session_class + " on " + u.option;
    lines.push_back(fmt::format("{}: {}. Matters for: {}", what, u.what, u.matters_from));
  }
  return lines;
}

std::string bound_sentence(const plan::ModelPlan& p) {
  if (p.proven) return "No cheaper plan exists among the candidates: proven.";
  return fmt::format("No plan can cost less than {} USD/h; this one is within {} of that.", usd_text(p.lower_bound_usd),
                     percent_text(p.gap));
}

std::string_view target_text(plan::LatencyTarget what) {
  if (what == plan::LatencyTarget::cold_wait) return "cold wait p99 with other loads under way";
  return what == plan::LatencyTarget::first_token ? "TTFT p95" : "TPOT p95";
}

/// What the reader must know before the price: latency targets that no candidate keeps, and those that loads break.
std::string missed_sentence(const plan::ModelPlan& p) {
  std::string list;
  for (const plan::MissedTarget& t : p.missed_targets)
    list += fmt::format("{}{} for {}, {} {}, asked {}", list.empty() ? "" : "; ", short_name(p, t.service), t.team,
                        target_text(t.what), time_text(t.estimate), time_text(t.target));
  const bool one = p.missed_targets.size() == 1;
  return fmt::format("{} {} missed by the estimate: {}.",
                     counted(static_cast<double>(p.missed_targets.size()), "target"), one ? "is" : "are", list);
}

std::string spare_sentence(const plan::ModelPlan& p) {
  double spares = 0;
  for (const plan::FleetPart& part : p.fleet) spares += part.spares;
  return spares > 0 ? fmt::format("{} of the hosts {} spare. ", count_text(spares), spares == 1 ? "is" : "are") : "";
}

std::string power_sentence(const plan::ModelPlan& p) {
  if (!p.kw) return "Power and racks are not known: a host's power is not published.";
  const std::string racks = p.racks ? " in " + counted(*p.racks, "rack") : "";
  return fmt::format("They draw at most {} kW{}.", count_text(*p.kw), racks);
}

std::string price_sentence(const ModelAnswer& answer) {
  std::string text;
  for (const plan::FleetPart& p : answer.plan.fleet) {
    const catalog::Price& price = answer.catalog.hosts.at(p.host).price;
    const std::string list = price.date.empty() ? "given" : price.region + ", " + price.date;
    text += fmt::format("{}{} {} USD/h ({})", text.empty() ? "" : "; ", p.host, usd_text(p.usd_per_host), list);
  }
  return fmt::format("Prices {}: {}.", io::word_for(io::purchase_words, answer.inputs.policy.purchase), text);
}

std::string defaults_text(const plan::ModelInputs& inputs) {
  std::string text;
  for (const DefaultUsed& d : defaults_used(inputs))
    text += (text.empty() ? "" : ", ") + d.field.substr(d.field.find('.') + 1) + " " + d.value;
  return text.empty() ? "None." : text + ".";
}

}  // namespace

std::string short_name(const plan::ModelPlan& p, const std::string& id) {
  const auto last = [](const std::string& text) { return text.substr(text.rfind('/') + 1); };
  const auto same = std::ranges::count_if(p.services, [&](const auto& s) { return last(s.name) == last(id); });
  return same > 1 ? id : last(id);
}

Document models_document(const ModelAnswer& answer, bool all) {
  const plan::ModelPlan& p = answer.plan;
  Document document;
  document.paragraph(models_headline(answer));
  if (!p.missed_targets.empty()) document.bullet(missed_sentence(p));
  if (answer.uncertainty != nullptr) document.paragraph(uncertainty_sentence(*answer.uncertainty));
  for (const std::string& reason : p.reasons) document.bullet(reason);
  if (!p.services.empty())
    document.paragraph(spare_sentence(p) + bound_sentence(p) + " " + power_sentence(p) + " " + price_sentence(answer));
  document.section("Models", service_table(p));
  document.section("Hosts", fleet_table(p));
  if (p.moves) {
    document.heading(moves_heading(*p.moves));
    if (const Table moves = moves_table(p); !moves.empty()) document.table(moves);
  }
  document.section("Speed: the largest batch within the targets, and the peak", speed_table(p));
  if (!p.services.empty()) document.paragraph(band_sentence(p));
  document.section("The next best way to serve each", runner_up_table(p));
  document.section("Resident or on demand: requests/h from which holding costs less than waiting", residency_table(p));
  if (const std::string loads = load_sentence(p); !loads.empty()) document.paragraph(loads);
  document.section("On demand: what requests wait, and what waiting costs", waiting_table(p));
  if (!p.pool.parts.empty()) document.paragraph(waiting_sentence);
  for (const plan::PoolPart& pool : p.pool.parts) {
    document.paragraph(pool_sentence(p, pool));
    if (pool.block <= 0) document.paragraph(kept_sentence(p, pool));
  }
  document.section("Beside other designs", comparison(p));
  if (answer.uncertainty != nullptr) add_uncertainty(document, *answer.uncertainty);
  document.section("Prices of tokens, by the GPU-seconds that input and output take", price_table(p));
  if (all) {
    document.section("Turned down", turned_down_table(p), Fold::closed);
  } else {
    document.section("Turned down", turned_down(p), Fold::closed);
  }
  document.section("Unknown: nobody has published it", unknown(p), Fold::closed);
  document.section("Notes", p.notes);
  document.heading("Defaults used", Fold::closed);
  document.paragraph(defaults_text(answer.inputs));
  return document;
}

std::string models_table(const ModelAnswer& answer) { return models_document(answer, false).text(); }
std::string models_html(const ModelAnswer& answer) { return models_document(answer, false).html(); }
std::string models_markdown(const ModelAnswer& answer) { return models_document(answer, true).markdown(); }

std::string models_csv(const ModelAnswer& answer) {
  Table table({{"service"},
               {"model"},
               {"decision"},
               {"gpu"},
               {"host"},
               {"replicas"},
               {"gpus_per_replica"},
               {"gpus"},
               {"requests_per_h"},
               {"peak_requests_per_s"},
               {"batch"},
               {"capacity_requests_per_s"},
               {"utilization"},
               {"ttft_p95_s"},
               {"tpot_p95_s"},
               {"usd_per_h"},
               {"usd_per_million_input"},
               {"usd_per_million_output"}});
  const auto text = [](const std::optional<double>& x) { return x ? fmt::format("{:.12g}", *x) : ""; };
  const auto seconds = [&](const std::optional<Seconds>& t) { return t ? text(t->base()) : ""; };
  for (const plan::ServicePlan& s : answer.plan.services) {
    table.row({s.name, s.model, std::string(to_text(s.decision)), s.gpu, s.host, text(s.replicas),
               text(s.gpus_per_replica), text(s.gpus), text(s.requests_per_h), text(s.peak_requests_per_s),
               text(s.batch), text(s.capacity_per_s), text(s.utilization), seconds(s.ttft_p95), seconds(s.tpot_p95),
               text(s.usd.in(units::usd_per_h)), text(s.usd_per_million_input), text(s.usd_per_million_output)});
  }
  return table.csv();
}

}  // namespace planner::report
