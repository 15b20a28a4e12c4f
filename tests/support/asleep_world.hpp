#pragma once
#include "support/random_models.hpp"

/// The world of models on demand with engines that sleep: they wake in a second, fall asleep in another, and keep of a
/// card what a test says.
namespace planner::testing {

/// Weights are copied at once.
inline void let_sleep(catalog::Catalog& c, Bytes kept) {
  catalog::Engine& e = c.engines.at("engine");
  e.sleep_levels = 2;
  e.non_torch = {{.tensor_parallel = 1, .bytes = fact(kept)}};
  e.graphs.fixed = e.graphs.per_layer = fact(Bytes{});
  c.gpu_sharing.cuda_context = fact(Bytes{});
  c.gpus.at("card").pcie = fact(1e9 * units::TB / units::second);
  c.loading.forms.wake = fact(units::second);
  c.loading.forms.wake_uplink_share = fact(1.0);
}

/// Hosts of two cards for 10 USD/h, memory for the weights of all.
inline RandomWorld sleeping_world(const std::vector<std::pair<std::string, double>>& models, Bytes kept) {
  std::vector<std::string> names;
  for (const auto& [name, rate] : models) names.push_back(name);
  RandomWorld w{residency_catalog(names), residency_question(models)};
  let_sleep(w.catalog, kept);
  w.inputs.load.host_cache = 100.0 * units::GiB;
  w.inputs.load.sleep = true;
  return w;
}

}  // namespace planner::testing
