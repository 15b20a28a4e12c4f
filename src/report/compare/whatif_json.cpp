#include "planner/report/whatif.hpp"
#include "planner/version.hpp"
#include "report/document/json_parts.hpp"

namespace planner::report {
namespace {

using Json = OrderedJson;

/// What a plan does not have is null.
Json plan_json(const Outline& plan, const std::vector<std::string>& names) {
  Json json = Json::object();
  for (const std::string& name : names) json[name] = number(figure(plan.figures, name));
  json["status"] = plan.status;
  json["reasons"] = plan.reasons;
  return json;
}

/// What an alternative has more of than the plan before it, where there are both.
Json extra_json(const Outline& before, const Outline& after, const std::vector<std::string>& names) {
  Json extra = Json::object();
  for (const std::string& name : names) {
    const auto was = figure(before.figures, name), now = figure(after.figures, name);
    extra[name] = was && now ? number(*now - *was) : Json(nullptr);
  }
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
  const std::vector<std::string> names = figure_names(question);
  Json changed = Json::array();
  for (const PartChange& c : changes_between(before, a.plan))
    changed.push_back({{"name", c.name}, {"changes", c.words}});
  Json json{{"name", a.name},
            {"set", a.changes},
            {"plan", plan_json(a.plan, names)},
            {"extra", extra_json(before, a.plan, names)},
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
            {"before", plan_json(question.before, figure_names(question))},
            {"alternatives", alternatives}};
  if (question.existing) json["fleet_before"] = fleet_json(*question.existing, question.before);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace planner::report
