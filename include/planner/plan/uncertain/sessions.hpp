#pragma once
#include <set>

#include "planner/plan/sessions.hpp"
#include "planner/plan/uncertain/pricer.hpp"
#include "planner/plan/uncertain/session_price.hpp"

namespace planner::plan::uncertain {

/// Designs of sessions, ready to be priced. Catalog and inputs must outlive it; as they are at first is the world whose
/// plan the designs are of.
class SessionDesignPricer final : public DesignPricer {
 public:
  /// @param others designs beside the plan's own, at most
  SessionDesignPricer(const catalog::Catalog& catalog, const SessionInputs& inputs, std::size_t others)
      : catalog_(catalog),
        inputs_(inputs),
        settled_(session_designs(catalog, inputs, others)),
        pricer_(catalog, inputs, settled_) {
    for (const SettledDesign& d : settled_.designs) names_.push_back(d.name);
    std::set<std::string> used{"limits", "gpu_sharing", "reliability"};
    for (const SettledPool& p : settled_.pools) {
      used.insert("boundaries." + p.boundary->id);
      used.insert("hosts." + p.host->id);
      if (const auto* gpu = catalog::find(catalog.gpus, p.host->gpu)) {
        used.insert("gpus." + gpu->id);
        used.insert("mig_tables." + gpu->mig);
      }
    }
    for (const SessionClass& c : inputs.classes)
      if (c.gpu) used.insert("gpus." + c.gpu->of);
    entries_.assign(used.begin(), used.end());
  }

  [[nodiscard]] const std::vector<std::string>& designs() const override { return names_; }
  [[nodiscard]] const std::vector<std::string>& entries() const override { return entries_; }
  void price(std::size_t count, std::vector<Price>& prices) override { pricer_.price(count, prices); }
  [[nodiscard]] std::optional<Price> solve() override {
    const SessionPlan plan = plan_sessions(catalog_, inputs_);
    if (plan.status == Status::infeasible) return std::nullopt;
    return Price{.hosts = plan.hosts, .gpus = plan.gpus, .usd = plan.usd.in(units::usd_per_h)};
  }

 private:
  const catalog::Catalog& catalog_;
  const SessionInputs& inputs_;
  SessionDesigns settled_;
  SessionPricer pricer_;
  std::vector<std::string> names_{}, entries_{};
};

}  // namespace planner::plan::uncertain
