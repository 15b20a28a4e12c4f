#include "planner/report/whatif.hpp"
#include "planner/version.hpp"
#include "report/json_parts.hpp"

namespace planner::report {
namespace {

using Json = OrderedJson;

Json figures_json(const std::vector<Figure>& figures) {
  Json object = Json::object();
  for (const Figure& f : figures) object[f.name] = number(f.value);
  return object;
}

Json plan_json(const Outline& plan) {
  Json json = figures_json(plan.figures);
  json["status"] = plan.status;
  json["reasons"] = plan.reasons;
  return json;
}

/// What an alternative has more of than the plan before it.
Json extra_json(const Outline& before, const Outline& after) {
  Json extra = Json::object();
  for (const Figure& was : before.figures) extra[was.name] = number(figure(after.figures, was.name) - was.value);
  return extra;
}

Json fleet_json(const std::vector<plan::HostsInUse>& have, const Outline& plan) {
  Json changes = Json::array();
  for (const plan::FleetChange& c : plan::fleet_changes(have, plan.fleet)) {
    changes.push_back({{"host", c.host},
                       {"have", number(c.have)},
                       {"need", number(c.need)},
                       {"buy", number(c.buy)},
                       {"free", number(c.free)},
                       {"convert", number(c.convert)}});
  }
  return changes;
}

Json alternative_json(const WhatIf& question, const Alternative& a) {
  const Outline& before = question.before;
  Json changed = Json::array();
  for (const PartChange& c : changes_between(before, a.plan))
    changed.push_back({{"name", c.name}, {"changes", c.words}});
  Json json{{"name", a.name},
            {"set", a.changes},
            {"plan", plan_json(a.plan)},
            {"extra", extra_json(before, a.plan)},
            {"changed", changed}};
  if (question.existing) json["fleet"] = fleet_json(*question.existing, a.plan);
  return json;
}

}  // namespace

std::string whatif_json(const WhatIf& question) {
  Json alternatives = Json::array();
  for (const Alternative& a : question.alternatives) alternatives.push_back(alternative_json(question, a));
  Json json{{"planner", version()},
            {"question", "whatif"},
            {"before", plan_json(question.before)},
            {"alternatives", alternatives}};
  if (question.existing) json["fleet_before"] = fleet_json(*question.existing, question.before);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace planner::report
