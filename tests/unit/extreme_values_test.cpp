// Every number of a scenario, very small and very large: there is a plan, or a fault that says where; never a crash,
// and never a number that is none.
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"

using namespace planner;
using nlohmann::json;

namespace {

json plain_scenario() {
  return json::parse(R"({"planner": 1, "sessions": {
    "classes": [
      {"name": "a", "concurrent": 5000, "trust": "anonymous", "memory_mib": 512, "vcpu": 0.25, "disk_gib": 1,
       "lifetime_s": 60, "start_within_s": 0.5, "memory_used": {"mean_mib": 200, "p99_mib": 400}},
      {"name": "g", "concurrent": 20, "trust": "customer", "memory_mib": 4096, "vcpu": 1, "disk_gib": 1,
       "lifetime_s": 600, "start_within_s": 30, "gpu": {"memory_gib": 8, "compute": 0.1, "of": "h100-sxm", "count": 1}}],
    "hosts": ["aws/i4i.metal"], "gpu_hosts": ["aws/p5.48xlarge", {"id": "onprem/dgx-h100", "usd_per_h": 38}],
    "policy": {"cpu_target": 0.7, "memory_overrun_probability": 1e-4, "memory_correlation": 0.05, "zones": 2,
      "survive_zones": 1, "drain_fraction": 0.1, "warm_pool_miss": 0.001, "max_sessions_per_host": 2000,
      "network_disk_usd_per_gib_month": 0.08, "host_mtbf_day": 300, "repair_time_h": 24, "capacity_probability": 0.999,
      "vgpu_licence_usd_per_gpu_year": 4500, "gpu_scrub_s": 5}}})");
}

/// Pointers to every number of the question.
std::vector<std::string> number_fields(const json& scenario) {
  std::vector<std::string> fields;
  const json flat = scenario.flatten();
  for (const auto& [pointer, value] : flat.items())
    if (value.is_number() && pointer != "/planner") fields.push_back(pointer);
  return fields;
}

/// A plan of finite numbers, or faults that each have a place and a rule.
void planned_or_refused(const json& scenario) {
  try {
    const auto s = io::read_session_scenario(scenario.dump(), "extreme.json", io::builtin_catalog());
    const plan::SessionPlan p = plan::compiled::plan_sessions(s.catalog, s.inputs);
    for (const double number : {p.hosts, p.gpus, p.base_hosts, p.usd.base(), p.lower_bound_usd.base()}) {
      CHECK(std::isfinite(number));
      CHECK(number >= 0.0);
    }
    CHECK(p.usd * (1.0 + 1e-9) >= p.lower_bound_total_usd);
  } catch (const InputError& e) {
    REQUIRE_FALSE(e.issues().empty());
    for (const Issue& issue : e.issues()) {
      CHECK_FALSE(issue.where.empty());
      CHECK_FALSE(issue.rule.empty());
    }
  }
}

}  // namespace

TEST_CASE("extreme numbers are planned with or refused", "[sessions][slow]") {
  const json plain = plain_scenario();
  planned_or_refused(plain);
  const std::vector<std::string> fields = number_fields(plain);
  CHECK(fields.size() == 32);
  for (const std::string& field : fields)
    for (const double value : {1e-300, 1e-17, 1e-6, 0.5, 1e5, 1e9, 1e18, 1e29}) {
      CAPTURE(field, value);
      json scenario = plain;
      scenario[json::json_pointer(field)] = value;
      planned_or_refused(scenario);
    }
}
