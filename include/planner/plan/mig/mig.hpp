#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "planner/base/error.hpp"
#include "planner/base/rounding.hpp"
#include "planner/catalog/catalog.hpp"
#include "planner/evidence/trace.hpp"
#include "planner/plan/mig/packing.hpp"
#include "planner/plan/mig/plan.hpp"
#include "planner/plan/mig/trace.hpp"

namespace planner::plan {

namespace detail {

inline std::string known_profiles(const catalog::MigTable& table) {
  std::string names;
  for (const catalog::MigProfile& p : table.profiles) names += (names.empty() ? "Known: " : ", ") + p.name;
  return names + ".";
}

inline const catalog::MigTable& mig_table(const catalog::Catalog& catalog, const std::string& id) {
  const catalog::Gpu* gpu = catalog::find(catalog.gpus, id);
  const catalog::MigTable* table = catalog::find(catalog.mig_tables, gpu == nullptr ? id : gpu->mig);
  if (table != nullptr) return *table;
  std::string known;
  for (const auto& [name, entry] : catalog.gpus)
    if (!entry.mig.empty()) known += (known.empty() ? "Known: " : ", ") + name;
  throw InputError({{"gpu", "input.unknown_name", '"' + id + '"',
                     gpu == nullptr ? "no GPU of that id is known." : "this GPU has no MIG.", known + "."}});
}

/// Reads names into indices of the table and collects what is wrong with them.
class MigNames {
 public:
  explicit MigNames(const catalog::MigTable& table) : table_(table) {}

  std::size_t profile(const std::string& where, const std::string& name) {
    const catalog::MigProfile* found = catalog::find_profile(table_, name);
    if (found != nullptr) return static_cast<std::size_t>(found - table_.profiles.data());
    fault(where, '"' + name + '"', table_.id + " has no such profile.", known_profiles(table_));
    return 0;
  }

  unit::MigCounts counts(const std::vector<MigRequest>& requests) {
    unit::MigCounts wanted(table_.profiles.size(), 0);
    for (const MigRequest& r : requests) {
      const bool sensible = r.count >= 0 && r.count <= most_instances;
      if (!sensible) fault(r.profile, std::to_string(r.count), "must be a count of 0 to 1,000,000,000.", "");
      wanted[profile("profile", r.profile)] += sensible ? r.count : 0;
    }
    return wanted;
  }

  unit::MigLayout layout(const std::vector<MigPlaced>& occupied) {
    unit::MigLayout layout;
    unit::MigStrip strip(table_);
    for (const MigPlaced& placed : occupied) {
      const std::size_t faults_before = issues_.size();
      const unit::MigPlacement placement{profile("occupied", placed.profile), placed.start};
      if (issues_.size() > faults_before) continue;
      if (strip.can_place(placement)) {
        strip.place(placement);
        layout.push_back(placement);
      } else {
        fault("occupied", placed.profile + "@" + std::to_string(placed.start), "cannot lie there beside the others.",
              starts_of(table_.profiles[placement.profile]));
      }
    }
    return layout;
  }

  void throw_if_faulty() const {
    if (!issues_.empty()) throw InputError(issues_);
  }

 private:
  static constexpr std::int64_t most_instances = 1'000'000'000;

  static std::string starts_of(const catalog::MigProfile& profile) {
    std::string starts;
    for (const int start : profile.starts)
      starts += (starts.empty() ? "It may start at " : ", ") + std::to_string(start);
    return starts + ".";
  }
  void fault(std::string where, std::string found, std::string rule, std::string hint) {
    issues_.push_back({std::move(where), "input.unknown_name", std::move(found), std::move(rule), std::move(hint)});
  }

  const catalog::MigTable& table_;
  std::vector<Issue> issues_;
};

inline std::vector<MigPlaced> placed(const catalog::MigTable& table, const unit::MigLayout& layout) {
  std::vector<MigPlaced> out;
  for (const unit::MigPlacement& p : layout)
    out.push_back({table.profiles[p.profile].name, p.start, table.profiles[p.profile].memory_slices});
  return out;
}

/// GPUs by slices added up and by the instances that one GPU can hold of each profile.
inline std::vector<MigConstraint> mig_counts(const catalog::MigTable& table, const unit::MigCounts& wanted) {
  std::vector<MigConstraint> counts{{"memory slices", 0.0}, {"compute slices", 0.0}};
  for (std::size_t p = 0; p < wanted.size(); ++p) {
    const catalog::MigProfile& profile = table.profiles[p];
    const auto n = static_cast<double>(wanted[p]);
    counts[0].gpus += n * profile.memory_slices / table.memory_slices;
    counts[1].gpus += n * profile.compute_slices / table.compute_slices;
    if (wanted[p] > 0) counts.push_back({"instances of " + profile.name, n / profile.max_instances});
  }
  return counts;
}

/// The constraint that asks for most, where it alone asks for all the GPUs; else their layouts decide.
inline std::string mig_binding(const std::vector<MigConstraint>& counts, std::int64_t gpus) {
  const MigConstraint& most = *std::max_element(
      counts.begin(), counts.end(), [](const MigConstraint& a, const MigConstraint& b) { return a.gpus < b.gpus; });
  return whole_up(most.gpus) >= static_cast<double>(gpus) ? most.constraint : "placement";
}

inline std::string misfit_reason(const MigPlan& plan, bool occupied, std::int64_t gpus_when_empty) {
  std::string why = plan.binding == "placement" ? "The slices would do, but no layout has the starting places for them"
                                                : "The " + plan.binding + " of one GPU are too few";
  if (occupied) why += " beside the instances that are there";
  if (gpus_when_empty == 1) return why + ". An empty GPU would hold them.";
  return why + ". " + std::to_string(gpus_when_empty) + " empty GPUs would hold them.";
}

/// Whether all fit on one GPU, beside what is there.
inline void plan_one_gpu(MigPlan& plan, const catalog::MigTable& table, const unit::MigCounts& wanted,
                         const unit::MigLayout& occupied) {
  plan.proven = true;
  if (const auto layout = unit::place_beside(table, wanted, occupied)) {
    plan.gpus = plan.lower_bound = 1;
    plan.layouts = {{1, placed(table, *layout)}};
    return;
  }
  unit::MigCounts together = unit::counts_of(table, occupied);
  for (std::size_t p = 0; p < wanted.size(); ++p) together[p] += wanted[p];
  plan.binding = mig_binding(mig_counts(table, together), 2);
  plan.status = Status::infeasible;
  plan.reasons = {misfit_reason(plan, !occupied.empty(), pack_mig(table, wanted).gpus)};
}

inline void plan_gpus(MigPlan& plan, const catalog::MigTable& table, const unit::MigCounts& wanted) {
  const MigPacking packed = pack_mig(table, wanted);
  plan.gpus = packed.gpus;
  plan.lower_bound = packed.lower_bound;
  plan.proven = packed.proven;
  for (const MigPattern& pattern : packed.patterns)
    plan.layouts.push_back({pattern.gpus, placed(table, pattern.layout)});
  plan.binding = mig_binding(plan.counts, packed.gpus);
}

}  // namespace detail

/// How many GPUs the requested MIG instances take and how each is cut; or whether they fit on one GPU, beside
/// instances that it already holds. Exact: over all layouts that the placement table allows (NVIDIA MIG user guide,
/// "Supported MIG Profiles"; NVML `nvmlGpuInstancePlacement_t`).
/// @throws InputError for a GPU without MIG, an unknown profile, a negative count, an impossible occupied placement
inline MigPlan plan_mig(const catalog::Catalog& catalog, const MigInputs& inputs, Trace* trace = nullptr) {
  const catalog::MigTable& table = detail::mig_table(catalog, inputs.gpu);
  detail::MigNames names(table);
  const unit::MigCounts wanted = names.counts(inputs.requests);
  const unit::MigLayout occupied = names.layout(inputs.occupied);
  names.throw_if_faulty();
  MigPlan plan;
  plan.table = table.id;
  plan.placements_verified = table.placements_verified;
  plan.counts = detail::mig_counts(table, wanted);
  if (inputs.one_gpu || !occupied.empty())
    detail::plan_one_gpu(plan, table, wanted, occupied);
  else
    detail::plan_gpus(plan, table, wanted);
  if (trace != nullptr) detail::trace_mig(*trace, table, wanted, plan);
  return plan;
}

}  // namespace planner::plan
