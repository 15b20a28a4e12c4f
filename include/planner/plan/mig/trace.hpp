#pragma once
#include <string>

#include "planner/base/rounding.hpp"
#include "planner/base/units.hpp"
#include "planner/catalog/mig.hpp"
#include "planner/evidence/trace.hpp"
#include "planner/plan/mig/plan.hpp"
#include "planner/unit/mig.hpp"

/// The derivation of an answer about MIG slices.
namespace planner::plan::detail {

/// Adds up one kind of slice over the wanted instances, and divides by what a GPU has.
inline void trace_slices(Trace& trace, const catalog::MigTable& table, const unit::MigCounts& wanted,
                         const std::string& kind, int catalog::MigProfile::*slices, int per_gpu) {
  const std::string source = table.sources.empty() ? table.id : table.sources.front();
  std::string formula;
  double needed = 0;
  for (std::size_t p = 0; p < wanted.size(); ++p) {
    const catalog::MigProfile& profile = table.profiles[p];
    if (wanted[p] == 0) continue;
    const std::string id = "catalog." + table.id + "/" + profile.name + "." + kind;
    trace.input(id, static_cast<double>(profile.*slices), source);
    formula += (formula.empty() ? "" : " + ") + ("inputs." + profile.name + ".count * ") + id;
    needed += static_cast<double>(wanted[p]) * profile.*slices;
  }
  trace.input("catalog." + table.id + "." + kind, static_cast<double>(per_gpu), source);
  trace.step("needed." + kind, formula.empty() ? "0" : formula, needed);
  trace.step("counts." + kind, "ceil(needed." + kind + " / catalog." + table.id + "." + kind + ") * unit.GPU",
             whole_up(needed / per_gpu) * units::gpu, "", "GPUs that these slices alone ask for");
}

inline void trace_mig(Trace& trace, const catalog::MigTable& table, const unit::MigCounts& wanted,
                      const MigPlan& plan) {
  for (std::size_t p = 0; p < wanted.size(); ++p)
    if (wanted[p] > 0)
      trace.input("inputs." + table.profiles[p].name + ".count", static_cast<double>(wanted[p]), "command line");
  trace_slices(trace, table, wanted, "memory_slices", &catalog::MigProfile::memory_slices, table.memory_slices);
  trace_slices(trace, table, wanted, "compute_slices", &catalog::MigProfile::compute_slices, table.compute_slices);
  if (plan.status != Status::ok) return;
  std::string sum;
  for (std::size_t i = 0; i < plan.layouts.size(); ++i) {
    const std::string id = "layouts." + std::to_string(i) + ".count";
    trace.input(id, static_cast<double>(plan.layouts[i].count) * units::gpu, "packing over all layouts of a GPU",
                "no way to cut needs fewer than " + std::to_string(plan.lower_bound) + " GPUs in all");
    sum += (sum.empty() ? "" : " + ") + id;
  }
  trace.step("gpus", sum.empty() ? "0 * unit.GPU" : sum, static_cast<double>(plan.gpus) * units::gpu);
}

}  // namespace planner::plan::detail
