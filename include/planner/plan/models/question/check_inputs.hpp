#pragma once
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "planner/base/error.hpp"
#include "planner/catalog/catalog.hpp"
#include "planner/plan/models/question/input_rules.hpp"
#include "planner/plan/models/question/inputs.hpp"

/// Faults that would make a plan meaningless. Scenario files are checked more closely by their reader.
namespace planner::plan::models {

class InputCheck {
 public:
  InputCheck(const catalog::Catalog& catalog, const ModelInputs& inputs) : catalog_(catalog), inputs_(inputs) {}

  /// Throws InputError with every fault.
  void run() {
    known(catalog_.engines, inputs_.engine, "engine");
    check_hosts();
    check_policy();
    if (inputs_.services.empty()) fault("services", "models.empty", "none", "at least one model must be given.");
    for (std::size_t i = 0; i < inputs_.services.size(); ++i) check_service(inputs_.services[i], std::to_string(i));
    if (!issues_.empty()) throw InputError(std::move(issues_));
  }

 private:
  void fault(std::string where, std::string code, std::string found, std::string rule) {
    issues_.push_back({std::move(where), std::move(code), std::move(found), std::move(rule), ""});
  }
  template <class Map>
  void known(const Map& entries, const std::string& id, const std::string& where) {
    if (catalog::find(entries, id) == nullptr)
      fault(where, "models.unknown_id", '"' + id + '"', "is not in the catalog.");
  }
  void above_zero(double value, const std::string& where) {
    if (!(value > 0)) fault(where, "models.out_of_range", std::to_string(value), "must be above zero.");
  }

  void check_hosts() {
    if (inputs_.gpu_hosts.empty()) fault("gpu_hosts", "models.empty", "none", "at least one host must be given.");
    for (const std::string& id : inputs_.gpu_hosts) {
      const auto* host = catalog::find(catalog_.hosts, id);
      if (host == nullptr || catalog::find(catalog_.gpus, host->gpu) == nullptr)
        fault("gpu_hosts", "models.unknown_id", '"' + id + '"', "is no host with a GPU of the catalog.");
    }
  }

  void check_policy() {
    const ModelPolicy& p = inputs_.policy;
    above_zero(p.utilization_target, "policy.utilization_target");
    if (p.utilization_target >= 1)
      fault("policy.utilization_target", "models.out_of_range", std::to_string(p.utilization_target),
            "must be below 1: a queue that is used completely never ends.");
    if (!(p.pue >= 1)) fault("policy.pue", "models.out_of_range", std::to_string(p.pue), "must be at least 1.");
    if (p.upgrade_room < 0 || p.upgrade_room != std::floor(p.upgrade_room))
      fault("policy.upgrade_room", "models.out_of_range", std::to_string(p.upgrade_room), "must be a whole number.");
    if (p.spare_hosts < 0 || p.spare_hosts != std::floor(p.spare_hosts))
      fault("policy.spare_hosts", "models.out_of_range", std::to_string(p.spare_hosts), "must be a whole number.");
  }

  void check_service(const Service& s, const std::string& index) {
    const std::string at = "services." + index;
    known(catalog_.models, s.model, at + ".model");
    for (const auto& [format, field] : {std::pair{&s.weights, ".weights"}, {&s.kv_cache, ".kv_cache"}})
      if (!format->empty()) known(catalog_.number_formats, *format, at + field);
    if (!ids_.insert(s.name.empty() ? s.model : s.name).second)
      fault(at, "models.duplicate_name", s.model, "stands twice: give each a `name` of its own.");
    if (s.demand.empty()) fault(at + ".demand", "models.empty", "none", "at least one team's demand must be given.");
    for (const Demand& d : s.demand) {
      check_demand(d, at + ".demand." + d.team);
      check_request(s, d, at + ".demand." + d.team);
    }
  }

  void check_request(const Service& s, const Demand& d, const std::string& at) {
    const auto* model = catalog::find(catalog_.models, s.model);
    if (model == nullptr) return;
    if (const auto wrong = request_fault(*model, s, d))
      fault(wrong->field.empty() ? at : at + "." + wrong->field, wrong->code, wrong->found, wrong->rule);
  }

  void check_demand(const Demand& d, const std::string& at) {
    above_zero(d.rate.base(), at + ".requests_per_s");
    above_zero(d.input_tokens.base(), at + ".input_tokens");
    above_zero(d.active_hours_per_day, at + ".active_hours_per_day");
    if (d.peak_to_mean < 1)
      fault(at + ".peak_to_mean", "models.out_of_range", std::to_string(d.peak_to_mean), "must be at least 1.");
    if (!(d.arrivals_scv >= 1))
      fault(at + ".arrivals_scv", "models.out_of_range", std::to_string(d.arrivals_scv),
            "must be at least 1 (Poisson): arrivals that are more even are not modelled.");
    if (d.output_tokens.base() < 0 || d.tokens_scv < 0 || d.prefix_hit < 0 || d.prefix_hit >= 1)
      fault(at, "models.out_of_range", "output tokens, spread or prefix hits",
            "lengths and spreads are not negative, the share of prefix hits is below 1.");
  }

  const catalog::Catalog& catalog_;
  const ModelInputs& inputs_;
  std::set<std::string> ids_{};
  std::vector<Issue> issues_{};
};

}  // namespace planner::plan::models
