#include "report/models/models_texts.hpp"

#include <fmt/format.h>

#include <map>

#include "io/scenario/models_policy_fields.hpp"
#include "planner/plan/narrator.hpp"
#include "report/document/default_lister.hpp"
#include "report/document/numbers.hpp"

namespace planner::report {

std::string_view to_text(plan::Decision decision) {
  switch (decision) {
    case plan::Decision::resident:
      return "resident";
    case plan::Decision::resident_shared:
      return "resident-shared";
    case plan::Decision::active_hours:
      return "active-hours";
    case plan::Decision::part:
      return "part";
    case plan::Decision::on_demand:
      return "on-demand";
  }
  return "resident";
}

std::string_view to_text(unit::BatchLimit limit) {
  switch (limit) {
    case unit::BatchLimit::memory:
      return "memory";
    case unit::BatchLimit::sequences:
      return "sequences";
    case unit::BatchLimit::prompts:
      return "prompts";
    case unit::BatchLimit::ttft:
      return "ttft";
    case unit::BatchLimit::tpot:
      return "tpot";
  }
  return "memory";
}

std::string_view tier_text(const std::optional<plan::WeightTier>& tier) {
  if (!tier) return "";
  switch (*tier) {
    case plan::WeightTier::gpu_sleep:
      return "gpu-sleep";
    case plan::WeightTier::host_ram:
      return "host-ram";
    case plan::WeightTier::nvme:
      return "nvme";
    case plan::WeightTier::object:
      return "object";
    case plan::WeightTier::peer:
      return "peer";
  }
  return "";
}

std::vector<DefaultUsed> defaults_used(const plan::ModelInputs& inputs) {
  DefaultLister lister(inputs.defaults, "/models/policy/");
  io::visit_models_policy(inputs.policy, lister);
  return std::move(lister.used);
}

std::string models_headline(const ModelAnswer& answer) {
  const plan::ModelPlan& p = answer.plan;
  const std::string models = counted(static_cast<double>(answer.inputs.services.size()), "model");
  if (p.status == plan::Status::infeasible) return models + ": there is no plan.";
  const std::string waiting =
      p.wait_usd > UsdPerTime{} ? fmt::format(", and waiting worth {} USD/h", usd_text(p.wait_usd)) : "";
  return fmt::format("{} {} {} with {} for {} USD/h{}.", models, answer.inputs.services.size() == 1 ? "needs" : "need",
                     counted(p.hosts, "host"), counted(p.gpus, "GPU"), usd_text(p.usd), waiting);
}

namespace {

/// Groups of engines asleep are counted on each host type.
void name_pools(ElementNames& names, const plan::PoolPlan& pool) {
  std::map<std::string, int> groups;
  for (std::size_t p = 0; p < pool.parts.size(); ++p) {
    std::string& name = names[fmt::format("pool.parts.{}", p)];
    name = "pool." + plan::id_part(pool.parts[p].host);
    if (pool.parts[p].block > 0) name += fmt::format(".asleep.{}", groups[pool.parts[p].host]++);
  }
}

}  // namespace

ElementNames model_element_names(const plan::ModelPlan& plan) {
  ElementNames names;
  for (std::size_t s = 0; s < plan.services.size(); ++s) {
    const std::string at = fmt::format("services.{}", s), name = "services." + plan::id_part(plan.services[s].name);
    names[at] = name;
    for (std::size_t t = 0; t < plan.services[s].teams.size(); ++t)
      names[fmt::format("{}.teams.{}", at, t)] = name + "." + plan::id_part(plan.services[s].teams[t].team);
  }
  for (std::size_t t = 0; t < plan.teams.size(); ++t)
    names[fmt::format("teams.{}", t)] =
        "teams." + plan::id_part(plan.teams[t].team) + "." + plan::id_part(plan.teams[t].model);
  name_pools(names, plan.pool);
  for (std::size_t h = 0; h < plan.fleet.size(); ++h) {
    const std::string host = plan::id_part(plan.fleet[h].host);
    names[fmt::format("fleet.{}", h)] = "fleet." + host;
    names[fmt::format("shadow_prices.gpu.{}", h)] = "shadow_prices.gpu." + host;
    names["spare_hosts." + plan.fleet[h].host] = "fleet." + host + ".spare_hosts";
  }
  for (std::size_t i = 0; i < plan.missed_targets.size(); ++i) {
    const plan::MissedTarget& t = plan.missed_targets[i];
    names[fmt::format("missed_targets.{}", i)] = fmt::format("missed_targets.{}.{}.{}", plan::id_part(t.service),
                                                             plan::id_part(t.team), plan::target_id(t.what));
  }
  return names;
}

}  // namespace planner::report
