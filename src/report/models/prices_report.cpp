#include <fmt/format.h>

#include "planner/report/prices.hpp"
#include "planner/version.hpp"
#include "report/document/document.hpp"
#include "report/document/json_parts.hpp"
#include "report/document/numbers.hpp"
#include "report/sessions/session_texts.hpp"

namespace planner::report {
namespace {

using namespace planner::units;
using Json = OrderedJson;

constexpr Align right = Align::right;

Json dedicated_json(const std::optional<plan::DedicatedQuote>& q) {
  if (!q) return nullptr;
  return {{"host", q->host},
          {"gpu", q->gpu},
          {"replicas", number(q->replicas)},
          {"gpus_per_replica", number(q->gpus_per_replica)},
          {"utilization", number(q->utilization)},
          {"usd_per_h", usd_per_h(q->usd)},
          {"premium", number(q->premium)},
          {"extra_usd_per_h", usd_per_h(q->extra)},
          {"worth_from_requests_per_s", number(q->worth_from, request / second)}};
}

Json tighter_json(const std::optional<plan::TighterWait>& w) {
  if (!w) return nullptr;
  return {{"cold_wait_p99_s", number(w->target, second)}, {"extra_usd_per_h", usd_per_h(w->extra)}};
}

Json price_json(const plan::TeamPrice& p) {
  return {{"team", p.team},
          {"service", p.service},
          {"model", p.model},
          {"usd_per_h", usd_per_h(p.usd)},
          {"share", number(p.share)},
          {"usd_per_million_tokens",
           {{"shared", number(p.per_million.shared)},
            {"on_demand", number(p.per_million.on_demand)},
            {"batch", number(p.per_million.batch)},
            {"dedicated", number(p.per_million.dedicated)}}},
          {"dedicated", dedicated_json(p.dedicated)},
          {"tighter_wait", tighter_json(p.tighter)},
          {"quota",
           {{"guaranteed_requests_per_s", number(p.quota.guaranteed)},
            {"burst_requests_per_s", number(p.quota.burst)},
            {"collision_probability", number(p.quota.collision)}}}};
}

Json team_json(const plan::TeamBill& t) {
  return {{"team", t.team}, {"usd_per_h", usd_per_h(t.usd)}, {"alone_usd_per_h", usd_per_h(t.alone)}};
}

std::string headline(const PriceAnswer& answer) {
  const plan::PriceList& list = answer.list;
  if (list.status == plan::Status::infeasible) return "There is no plan, and so no prices: planner models says why.";
  std::string text = fmt::format("{} share a bill of {} USD/h.",
                                 counted(static_cast<double>(list.teams.size()), "team"), usd_text(list.usd));
  if (list.apart)
    text += fmt::format(" A fleet for each of them would cost {} USD/h: sharing saves {} of that.",
                        usd_text(*list.apart), percent_text(1 - list.usd / *list.apart));
  return text;
}

std::string price(const std::optional<double>& usd) {
  if (!usd) return "-";
  return *usd >= 100 ? count_text(*usd) : fixed_text(*usd, 2);
}

std::string rate(double per_s) { return fmt::format("{:.3g}", per_s); }
std::string last_of(const std::string& id) { return id.substr(id.rfind('/') + 1); }

Table team_table(const plan::PriceList& list) {
  Table table({{"team"}, {"USD/h", right}, {"alone USD/h", right}});
  for (const plan::TeamBill& t : list.teams) table.row({t.team, usd_text(t.usd), t.alone ? usd_text(*t.alone) : "-"});
  return table;
}

Table class_table(const plan::PriceList& list) {
  Table table({{"team"}, {"model"}, {"shared", right}, {"on demand", right}, {"batch", right}, {"own", right}});
  for (const plan::TeamPrice& p : list.prices)
    table.row({p.team, last_of(p.service), price(p.per_million.shared), price(p.per_million.on_demand),
               price(p.per_million.batch), price(p.per_million.dedicated)});
  return table;
}

std::string premium_text(double premium) {
  if (premium > 10) return "x" + count_text(std::round(premium + 1));
  return extra_percent_text(premium);
}

std::string worth_text(const plan::DedicatedQuote& q, double limit) {
  if (q.premium <= limit) return "now";
  return q.worth_from ? fmt::format("{:.2g}", q.worth_from->in(request / hour)) : "never";
}

Table dedicated_table(const plan::PriceList& list, double limit) {
  Table table({{"team"}, {"model"}, {"own replicas"}, {"premium", right}, {"from", right}});
  for (const plan::TeamPrice& p : list.prices) {
    if (!p.dedicated) continue;
    const plan::DedicatedQuote& q = *p.dedicated;
    table.row({p.team, last_of(p.service),
               fmt::format("{}x{} {}", count_text(q.replicas), count_text(q.gpus_per_replica), q.gpu),
               premium_text(q.premium), worth_text(q, limit)});
  }
  return table;
}

/// The hosts that own replicas would add, which the premium, a price of cards, does not say.
std::vector<std::string> more_hosts(const plan::PriceList& list) {
  std::vector<std::string> lines;
  double free = 0, all = 0;
  for (const plan::TeamPrice& p : list.prices) {
    if (!p.dedicated) continue;
    ++all;
    if (p.dedicated->extra > UsdPerTime{})
      lines.push_back(fmt::format("{}, {}: {} USD/h", p.team, last_of(p.service), usd_text(p.dedicated->extra)));
    else if (p.dedicated->extra < UsdPerTime{})
      lines.push_back(fmt::format("{}, {}: {} USD/h less than now: a service of its own is worth asking for", p.team,
                                  last_of(p.service), usd_text(-p.dedicated->extra)));
    else
      ++free;
  }
  if (free > 0)
    lines.push_back(
        fmt::format("each of {} {}: nothing, no host is added", free < all ? "the other" : "these", count_text(free)));
  return lines;
}

Table quota_table(const plan::PriceList& list) {
  Table table({{"team"}, {"model"}, {"guaranteed", right}, {"burst", right}, {"collides", right}});
  for (const plan::TeamPrice& p : list.prices)
    table.row(
        {p.team, last_of(p.service), rate(p.quota.guaranteed), rate(p.quota.burst), percent_text(p.quota.collision)});
  return table;
}

std::vector<std::string> waits(const plan::PriceList& list) {
  std::vector<std::string> lines;
  for (const plan::TeamPrice& p : list.prices)
    if (p.tighter)
      lines.push_back(fmt::format("{}, {}: at most {} for 99 % of requests costs {} USD/h more", p.team,
                                  last_of(p.service), time_text(p.tighter->target), usd_text(p.tighter->extra)));
  return lines;
}

std::vector<std::string> rules(const PriceAnswer& answer) {
  return {
      "Shared: a model pays for the cards that it holds, idle and spare ones in proportion; its teams pay by what "
      "their "
      "requests take of it at the peak. No team pays more than a fleet of its own would cost.",
      "On demand: the cards that a model holds while it is live, mean over the day; waiting is not in it.",
      "Batch: off-peak, on cards that are paid for anyway; a full batch and nothing idle.",
      fmt::format(
          "Own: replicas for one team alone. Their premium is the price of their cards over what the team pays now, "
          "less "
          "1. From the peak rate in the last column it is at most {}: found by solving the fleet again at rising rates "
          "of this team. Never: not at 262,144 times the rate.",
          percent_text(answer.inputs.policy.dedicated_premium)),
      "Guaranteed is the peak that was planned for. Burst is what others leave: latency targets hold, loads of a pool "
      "find room as the policy asks, engines of a shared card keep their turns. It collides when other teams of the "
      "model ask for more than is left, at most 5 % of the time, if each is at its peak for 1 / peak-to-mean of it, "
      "independently; of a model on demand, or when a load finds no room."};
}

Document document_of(const PriceAnswer& answer) {
  Document d;
  d.paragraph(headline(answer));
  d.section("What each team pays", team_table(answer.list));
  d.section("USD per million tokens, input and output together, by class of service", class_table(answer.list));
  const double limit = answer.inputs.policy.dedicated_premium;
  d.section(
      fmt::format("Replicas of its own: premium, and requests/h from which it is at most {}", percent_text(limit)),
      dedicated_table(answer.list, limit));
  d.section(answer.list.notes.empty() ? "What the whole fleet, solved again, would cost more with one of them"
                                      : "What the whole fleet would cost more with one of them, at most",
            more_hosts(answer.list));
  d.section("Half the wait", waits(answer.list));
  d.section("Quotas in requests per second", quota_table(answer.list));
  if (answer.list.status == plan::Status::ok) d.section("How to read this", rules(answer));
  d.section("Notes", answer.list.notes);
  return d;
}

}  // namespace

std::string prices_json(const PriceAnswer& answer) {
  const plan::PriceList& list = answer.list;
  const Json json{{"planner", version()},
                  {"question", "prices"},
                  {"name", answer.inputs.name},
                  {"status", to_text(list.status)},
                  {"usd_per_h", usd_per_h(list.usd)},
                  {"apart_usd_per_h", usd_per_h(list.apart)},
                  {"pooling_gain_usd_per_h", list.apart ? usd_per_h(*list.apart - list.usd) : Json(nullptr)},
                  {"prices", array_of(list.prices, price_json)},
                  {"teams", array_of(list.teams, team_json)},
                  {"notes", list.notes}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string prices_table(const PriceAnswer& answer) { return document_of(answer).text(); }

std::string prices_markdown(const PriceAnswer& answer) {
  return "# Price list" + (answer.inputs.name.empty() ? "" : ": " + answer.inputs.name) + "\n\n" +
         document_of(answer).markdown();
}

std::string prices_csv(const PriceAnswer& answer) {
  Table table({{"team"},
               {"service"},
               {"usd_per_h"},
               {"shared_usd_per_million"},
               {"on_demand_usd_per_million"},
               {"batch_usd_per_million"},
               {"dedicated_usd_per_million"},
               {"dedicated_usd_per_h"},
               {"dedicated_premium"},
               {"dedicated_extra_usd_per_h"},
               {"dedicated_worth_from_requests_per_s"},
               {"guaranteed_requests_per_s"},
               {"burst_requests_per_s"}});
  const auto text = [](const std::optional<double>& x) { return x ? fmt::format("{:.12g}", *x) : ""; };
  for (const plan::TeamPrice& p : answer.list.prices) {
    std::optional<double> own, premium, extra, from;
    if (p.dedicated) {
      own = p.dedicated->usd.in(units::usd_per_h), premium = p.dedicated->premium;
      extra = p.dedicated->extra.in(units::usd_per_h);
      if (p.dedicated->worth_from) from = p.dedicated->worth_from->in(request / second);
    }
    table.row({p.team, p.service, text(p.usd.in(units::usd_per_h)), text(p.per_million.shared),
               text(p.per_million.on_demand), text(p.per_million.batch), text(p.per_million.dedicated), text(own),
               text(premium), text(extra), text(from), text(p.quota.guaranteed), text(p.quota.burst)});
  }
  return table.csv();
}

}  // namespace planner::report
