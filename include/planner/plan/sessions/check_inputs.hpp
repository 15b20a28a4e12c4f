#pragma once
#include <cmath>
#include <string>
#include <vector>

#include "planner/base/error.hpp"
#include "planner/plan/say.hpp"
#include "planner/plan/sessions/packing/overcommit.hpp"

/// Inputs that no plan can be made from, all of them at once. Scenario files are checked by their reader; this is for
/// callers who fill the records themselves.
namespace planner::plan::sessions {

class InputCheck {
 public:
  explicit InputCheck(const Question& q) : q_(q) {}

  /// @throws InputError with every fault; codes `sessions.*`.
  void run() {
    require(!q_.inputs.classes.empty(), "classes", "sessions.no_classes", "none", "at least one class is needed");
    for (std::size_t i = 0; i < q_.inputs.classes.size(); ++i) check_class(i);
    check_hosts(q_.inputs.hosts, "hosts");
    check_hosts(q_.inputs.gpu_hosts, "gpu_hosts");
    check_policy();
    if (!issues_.empty()) throw InputError(std::move(issues_));
  }

 private:
  void require(bool holds, std::string where, std::string code, std::string found, std::string rule) {
    if (!holds) issues_.push_back({std::move(where), std::move(code), std::move(found), std::move(rule), ""});
  }
  void range(double value, double low, double high, const std::string& where) {
    require(value >= low && value <= high, where, "sessions.out_of_range", say(value),
            "must lie between " + say(low) + " and " + say(high));
  }
  void positive(double value, const std::string& where) {
    require(value > 0.0 && std::isfinite(value), where, "sessions.out_of_range", say(value), "must be above zero");
  }

  void check_class(std::size_t i) {
    const SessionClass& c = q_.session(i);
    const std::string where = "classes/" + c.name;
    require(q_.inputs.trust.contains(c.trust), where + "/trust", "sessions.unknown_trust", c.trust,
            "is not among the trust levels");
    for (std::size_t j = 0; j < i; ++j)
      require(q_.session(j).name != c.name, where, "sessions.duplicate_class", c.name, "names must differ");
    positive(c.concurrent.base(), where + "/concurrent");
    positive(c.memory.base(), where + "/memory");
    positive(c.lifetime.base(), where + "/lifetime");
    range(c.concurrent.base() / c.lifetime.base(), 0.0, 1e6, where + "/lifetime");  // starts per second
    range(c.vcpu.base(), 0.0, 1e6, where + "/vcpu");
    range(c.disk.base(), 0.0, 1e18, where + "/disk");
    require(!c.memory_used || law_of(c), where + "/memory_used", "sessions.no_law", "the figures given",
            "no beta law between 0 and `memory` has them; give two of mean, p50, p95, p99, sd");
    for (const std::string& b : c.boundaries)
      require(q_.catalog.boundaries.contains(b), where + "/boundaries", "sessions.unknown_boundary", b,
              "is not in the catalog");
    if (c.gpu) check_gpu(*c.gpu, where + "/gpu");
    if (c.gpu) range(held_with_scrub(c, q_.policy().gpu_scrub.value_or(Seconds{})).base(), 0.0, 1e9, "policy/gpu_scrub");
  }

  void check_gpu(const GpuNeed& need, const std::string& where) {
    const catalog::Gpu* const gpu = catalog::find(q_.catalog.gpus, need.of);
    require(gpu != nullptr, where + "/of", "sessions.unknown_gpu", need.of, "is not in the catalog");
    require(!gpu || gpu->fp16.known(), where + "/of", "sessions.no_rate", need.of, "has no published 16-bit rate");
    positive(need.memory.base(), where + "/memory");
    range(need.compute, 0.0, 1.0, where + "/compute");
    range(need.count, 1.0, 1024.0, where + "/count");
  }

  void check_hosts(const std::vector<std::string>& ids, const std::string& where) {
    for (const std::string& id : ids)
      require(q_.catalog.hosts.contains(id), where, "sessions.unknown_host", id, "is not in the catalog");
  }

  void check_policy() {
    const SessionPolicy& p = q_.policy();
    range(p.cpu_target, 1e-6, 1.0, "policy/cpu_target");
    range(p.memory_overrun_probability, 1e-12, 0.1, "policy/memory_overrun_probability");
    range(p.memory_correlation, 0.0, 0.9, "policy/memory_correlation");
    range(p.zones, 1.0, 1000.0, "policy/zones");
    range(p.survive_zones, 0.0, p.zones - 1.0, "policy/survive_zones");
    range(p.drain_fraction, 0.0, 0.9, "policy/drain_fraction");
    range(p.warm_pool_miss, 1e-9, 1.0, "policy/warm_pool_miss");
    range(p.capacity_probability, 0.0, 1.0 - 1e-12, "policy/capacity_probability");
    range(p.repair_time.in(units::day), 0.0, 90.0, "policy/repair_time");
    require(!p.host_mtbf || *p.host_mtbf >= p.repair_time, "policy/host_mtbf", "sessions.out_of_range",
            "less than the repair time", "hosts would be broken more than half of the time");
    require(q_.catalog.reserves.contains(p.host_reserve), "policy/host_reserve", "sessions.unknown_reserve",
            p.host_reserve, "is not in the catalog");
  }

  const Question& q_;
  std::vector<Issue> issues_;
};

}  // namespace planner::plan::sessions
