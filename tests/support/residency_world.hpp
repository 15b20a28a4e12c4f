#pragma once
#include "support/models_world.hpp"

/// The world of models with loads that can be worked out by hand: a process takes 10 s, and weights arrive at once.
namespace planner::testing {

inline catalog::Loading ten_second_loads() {
  catalog::Loading loading;
  loading.gpus_per_uplink = fact(1.0);
  catalog::EngineStart& e = loading.engine;
  e.process = fact(10.0 * units::second);
  e.cached_compile_per_layer = e.capture_per_layer = e.profile = e.first_request = fact(Seconds{});
  catalog::Loader loader{.id = "safetensors"};
  const auto free = fact(1e9 * units::TB / units::second);
  loader.paths = {{.from = catalog::WeightPlace::local_nvme, .limit = free},
                  {.from = catalog::WeightPlace::host_ram, .limit = free}};
  loading.loaders = {loader};
  return loading;
}

inline catalog::Catalog residency_catalog(const std::vector<std::string>& models) {
  catalog::Catalog c = models_catalog();
  c.loading = ten_second_loads();
  for (const std::string& name : models) c.models[name] = small_model(name);
  return c;
}

/// Each model with one team, at these requests per second; 1 % may wait for half a minute.
inline plan::ModelInputs residency_question(const std::vector<std::pair<std::string, double>>& models) {
  plan::ModelInputs in = models_question({});
  in.services.clear();
  for (const auto& [name, rate] : models) {
    plan::Demand d = demand("team", rate, 1);
    d.cold_wait_p99 = 30.0 * units::second;
    in.services.push_back({.model = name, .demand = {d}});
  }
  in.load.local_nvme = 10.0 * (units::GB / units::second);
  in.policy.wait_cost = 0.02 * (units::usd / units::second);
  return in;
}

}  // namespace planner::testing
