#include "planner/report/outline.hpp"

#include <algorithm>

#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "report/models/models_texts.hpp"

namespace planner::report {
namespace {

using namespace planner::units;

double usd(UsdPerTime value) { return value.in(usd_per_h); }

OutlinePart tier_part(const plan::Tier& t) {
  return {
      t.session_class,
      {{"boundary", t.boundary}, {"GPU mode", t.gpu_mode}, {"host", t.host}, {"binds", t.binding}},
      {{"hosts", t.hosts}, {"gpus", t.gpus}, {"sessions_per_host", t.sessions_per_host}, {"usd_per_h", usd(t.usd)}}};
}

std::string purpose_of(const std::string& trust, const std::string& boundary) { return trust + "/" + boundary; }

/// Hosts of a pool with its warm sessions and headroom; a pool without a headroom entry has its base alone.
plan::HostsInUse pool_hosts(const plan::Pool& pool, const plan::SessionPlan& plan) {
  plan::HostsInUse all{pool.host, purpose_of(pool.trust, pool.boundary), pool.hosts};
  for (const plan::Headroom& h : plan.headroom) {
    if (h.trust == pool.trust && h.boundary == pool.boundary && h.host == pool.host)
      all.hosts = h.base_hosts + h.warm_pool_hosts + h.hosts;
  }
  return all;
}

UsdPerTime warm_usd(const plan::SessionPlan& plan) {
  UsdPerTime sum{};
  for (const plan::WarmPool& w : plan.warm_pools) sum += w.usd;
  return sum;
}

UsdPerTime headroom_usd(const plan::SessionPlan& plan) {
  UsdPerTime sum{};
  for (const plan::Headroom& h : plan.headroom) sum += h.usd;
  return sum;
}

OutlinePart service_part(const plan::ServicePlan& s) {
  return {s.name,
          {{"decision", std::string(to_text(s.decision))},
           {"GPU", s.gpu},
           {"host", s.host},
           {"binds", std::string(to_text(s.limit))}},
          {{"gpus", s.gpus},
           {"replicas", s.replicas},
           {"gpus_per_replica", s.gpus_per_replica},
           {"utilization", s.utilization},
           {"usd_per_h", usd(s.usd)}}};
}

/// A file with both questions is one about sessions.
bool asks_about_models(const std::string& text, const std::string& name) {
  const io::Sections asked = io::sections_of(text, name);
  return asked.models && !asked.sessions;
}

}  // namespace

Outline outline(const ModelAnswer& answer) {
  const plan::ModelPlan& p = answer.plan;
  Outline told{.status = std::string(to_text(p.status)), .reasons = p.reasons};
  if (p.status == plan::Status::infeasible) return told;
  told.figures = {{"usd_per_h", usd(p.usd)}, {"wait_usd_per_h", usd(p.wait_usd)}, {"hosts", p.hosts}, {"gpus", p.gpus}};
  for (const plan::ServicePlan& s : p.services) told.parts.push_back(service_part(s));
  for (const plan::FleetPart& f : p.fleet) told.fleet.push_back({f.host, "models", f.hosts + f.spares});
  return told;
}

Outline outline(const SessionAnswer& answer) {
  const plan::SessionPlan& p = answer.plan;
  Outline told{.status = std::string(to_text(p.status)), .reasons = p.reasons};
  if (p.status == plan::Status::infeasible) return told;
  told.figures = {{"usd_per_h", usd(p.usd)},
                  {"hosts", p.hosts},
                  {"gpus", p.gpus},
                  {"base_usd_per_h", usd(p.base_usd)},
                  {"base_hosts", p.base_hosts},
                  {"warm_pools_usd_per_h", usd(warm_usd(p))},
                  {"headroom_usd_per_h", usd(headroom_usd(p))}};
  for (const plan::Tier& t : p.tiers) told.parts.push_back(tier_part(t));
  for (const plan::Pool& pool : p.pools) told.fleet.push_back(pool_hosts(pool, p));
  return told;
}

Outline outline_of(const std::string& text, const std::string& name, const catalog::Catalog& known,
                   const std::vector<std::string>& changes) {
  if (asks_about_models(text, name)) {
    const io::ModelScenario scenario = io::read_model_scenario(text, name, known, changes);
    const plan::ModelPlan plan = plan::compiled::plan_models(scenario.catalog, scenario.inputs);
    return outline(ModelAnswer{scenario.catalog, scenario.inputs, plan});
  }
  const io::SessionScenario scenario = io::read_session_scenario(text, name, known, changes);
  const plan::SessionPlan plan = plan::compiled::plan_sessions(scenario.catalog, scenario.inputs);
  return outline(SessionAnswer{scenario.catalog, scenario.inputs, plan});
}

std::vector<std::string> figure_names(const std::string& text, const std::string& name) {
  const catalog::Catalog none;
  const Outline any =
      asks_about_models(text, name) ? outline(ModelAnswer{none, {}, {}}) : outline(SessionAnswer{none, {}, {}});
  std::vector<std::string> names;
  for (const Figure& f : any.figures) names.push_back(f.name);
  return names;
}

std::optional<double> figure(const std::vector<Figure>& figures, const std::string& name) {
  const auto it = std::ranges::find(figures, name, &Figure::name);
  return it == figures.end() ? std::nullopt : std::optional(it->value);
}

}  // namespace planner::report
