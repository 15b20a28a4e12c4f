#pragma once
#include <string>

#include "planner/evidence/trace.hpp"
#include "planner/plan/pack/plan.hpp"

/// The derivation of a packing: what each resource alone would ask for, and the patterns that were chosen.
namespace planner::plan::detail {

/// One resource of a problem with a single type of bin: total size over capacity.
inline void trace_resource(Trace& trace, const PackInputs& in, std::size_t k) {
  const auto& [name, unit] = in.resources[k];
  const double capacity = unit * static_cast<double>(in.problem.bins.front().capacity[k]);
  std::string formula;
  double needed = 0;
  for (std::size_t i = 0; i < in.items.size(); ++i) {
    const math::PackItem& item = in.problem.items[i];
    const std::string id = "inputs.items." + std::to_string(i);
    const double size = unit * static_cast<double>(item.size[k]);
    trace.input(id + ".size." + name, size, "given");
    formula += (formula.empty() ? "" : " + ") + id + ".count * " + id + ".size." + name;
    needed += static_cast<double>(item.count) * size;
  }
  trace.input("inputs.capacity." + name, capacity, "given");
  trace.step("needed." + name, formula, needed);
  if (capacity > 0) trace.step("bins." + name, "needed." + name + " / inputs.capacity." + name, needed / capacity);
}

inline void trace_pack(Trace& trace, const PackInputs& in, const PackPlan& plan) {
  for (std::size_t i = 0; i < in.items.size(); ++i)
    trace.input("inputs.items." + std::to_string(i) + ".count", static_cast<double>(in.problem.items[i].count), "given",
                in.items[i]);
  if (in.bins.size() == 1 && !in.items.empty())
    for (std::size_t k = 0; k < in.resources.size(); ++k) trace_resource(trace, in, k);
  if (plan.status != Status::ok) return;
  std::string sum;
  for (std::size_t p = 0; p < plan.result.patterns.size(); ++p) {
    const std::string id = "patterns." + std::to_string(p) + ".count";
    trace.input(id, static_cast<double>(plan.result.patterns[p].count), "packing by patterns",
                "no packing has fewer than " + std::to_string(plan.result.lower_bound_bins) + " bins");
    sum += (sum.empty() ? "" : " + ") + id;
  }
  trace.step("bins", sum.empty() ? "0" : sum, static_cast<double>(plan.result.bins));
}

}  // namespace planner::plan::detail
