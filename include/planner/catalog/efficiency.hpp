#pragma once
#include <map>
#include <string>
#include <string_view>

#include "planner/base/units.hpp"
#include "planner/evidence/source.hpp"

namespace planner::catalog {

/// What an engine reaches on GPUs of one architecture, and what it adds per step. Fitted on measured operating points.
struct Efficiency {
  std::string id{};
  std::string engine{};        ///< family: `vllm`; empty: any
  std::string architecture{};  ///< `Hopper` also stands for names that start with it; empty: any
  Fact<double> compute{};         ///< share of the peak in dense products
  Fact<double> expert_compute{};  ///< share of the peak in products of routed experts
  Fact<double> memory{};          ///< share of the bandwidth when reading weights
  Fact<double> cache{};           ///< share of the bandwidth when reading the cache
  Fact<double> attention{};       ///< share of the 16-bit peak in attention
  Fact<double> link{};            ///< share of the link between GPUs in reductions
  Fact<Seconds> per_step{}, per_layer{};
  Fact<Seconds> per_expert_layer{};  ///< more of it where a layer has routed experts: choosing, sorting, putting back
  Fact<Seconds> per_sequence{};      ///< of a step: sampling, and the engine's own work between steps
  Fact<Seconds> per_reduction{};     ///< latency, beside its bytes
  Fact<Seconds> first_token{};       ///< of a request, outside of steps: HTTP, tokenizing, the way to the scheduler
  Fact<double> decode_error{};      ///< measured over estimated time per output token, p10 to p90
  Fact<double> throughput_error{};  ///< measured over estimated saturated throughput, p10 to p90
  Fact<double> first_token_error{};  ///< measured over estimated time to the first token, p10 to p90
};

/// The entry for an engine (`vllm@0.19`) on an architecture: of both, else of the architecture, else the general one;
/// null where the catalog has none.
inline const Efficiency* efficiency_of(const std::map<std::string, Efficiency, std::less<>>& all,
                                       std::string_view engine, std::string_view architecture) {
  const std::string_view family = engine.substr(0, engine.find('@'));
  const Efficiency* best = nullptr;
  int best_fit = -1;
  for (const auto& [id, e] : all) {
    if (!e.engine.empty() && e.engine != family) continue;
    if (!architecture.starts_with(e.architecture)) continue;
    const int fit = (e.architecture.empty() ? 0 : 2) + (e.engine.empty() ? 0 : 1);
    if (fit > best_fit) best = &e, best_fit = fit;
  }
  return best;
}

}  // namespace planner::catalog
