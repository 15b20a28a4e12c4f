#include "report/uncertainty/uncertainty_json.hpp"

#include "report/uncertainty/uncertainty_parts.hpp"

namespace planner::report {
namespace {

using Json = OrderedJson;

Json percentiles_json(const plan::Percentiles& p) {
  return {{"p10", number(p.p10)}, {"p50", number(p.p50)}, {"p90", number(p.p90)}, {"mean", number(p.mean)}};
}

Json design_json(const plan::DesignOutlook& d) {
  return {{"design", d.name},
          {"usd_per_h", percentiles_json(d.usd)},
          {"hosts", percentiles_json(d.hosts)},
          {"gpus", percentiles_json(d.gpus)},
          {"served", number(d.served)},
          {"missed", number(d.missed)},
          {"regret_usd_per_h", number(d.regret)},
          {"regret_error_usd_per_h", number(d.regret_error)},
          {"most_regret_usd_per_h", number(d.most_regret)},
          {"best", number(d.best)}};
}

Json estimated_json(const std::optional<math::SobolIndex>& share, math::Estimated math::SobolIndex::*which) {
  if (!share) return nullptr;
  return {{"value", number(((*share).*which).value)}, {"error", number(((*share).*which).error)}};
}

Json number_json(const plan::NumberOutlook& n) {
  const plan::UncertainNumber& u = n.number;
  const auto value = [&](double x) { return number(x); };
  Json turn = nullptr;
  if (n.break_even) turn = {{"value", value(n.break_even->value)}, {"design", n.break_even->design}};
  return {{"number", u.id},
          {"unit", io::base_unit_name(u.dim)},
          {"low", value(u.law.low())},
          {"typical", value(u.law.typical())},
          {"high", value(u.law.high())},
          {"law", law_name(u.law)},
          {"own_error", u.own_error},
          {"usd_per_h_at_low", number(n.usd_at_low)},
          {"usd_per_h_at_high", number(n.usd_at_high)},
          {"variance_share", estimated_json(n.share, &math::SobolIndex::first)},
          {"variance_share_total", estimated_json(n.share, &math::SobolIndex::total)},
          {"break_even", std::move(turn)},
          {"fleet_until", number(n.fleet_until)},
          {"worth_knowing_usd_per_h", number(n.worth_knowing)}};
}

}  // namespace

Json uncertainty_json(const plan::UncertaintyPlan& p) {
  Json json{{"samples", p.samples},
            {"seed", p.seed},
            {"refused", p.refused},
            {"repriced_usd_per_h", number(p.typical_usd)},
            {"first_choice", p.designs.empty() ? Json(nullptr) : Json(p.designs[p.first_choice].name)},
            {"stable", p.stable},
            {"fleet", {{"hosts", number(p.fleet_hosts)}, {"own", p.own_fleet}, {"suffices", number(p.suffices)}}},
            {"designs", array_of(p.designs, design_json)},
            {"numbers", array_of(p.numbers, number_json)},
            {"measure_first", Json::array()},
            {"without_effect", p.without_effect},
            {"held", p.held},
            {"usd_per_h_quantiles", array_of(p.usd_quantiles, [](double x) { return number(x); })},
            {"full_solves",
             {{"solved", p.full.solved},
              {"median_excess", number(p.full.median_excess)},
              {"most_excess", number(p.full.most_excess)}}}};
  for (const plan::NumberOutlook* n : measure_order(p)) json["measure_first"].push_back(n->number.id);
  if (p.redecided_usd)
    json["redecided"] = {{"usd_per_h", percentiles_json(*p.redecided_usd)},
                         {"hosts", percentiles_json(*p.redecided_hosts)}};
  return json;
}

}  // namespace planner::report
