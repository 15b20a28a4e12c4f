#include <catch2/catch.hpp>
#include <cmath>

#include "planner/io/scenario.hpp"
#include "planner/report/outline.hpp"
#include "report/compare/closed_form.hpp"
#include "support/builtin.hpp"

// A sweep by closed form keeps a design. Whatever number varies, that design is no cheaper than the plan of that point,
// it fits nowhere where the plan does not, and where a number says which design it is the row is the plan.
using namespace planner;
using planner::testing::known;
using Texts = std::vector<std::string>;

namespace {

double usd_of(const report::Outline& plan) {
  return report::figure(plan.figures, "usd_per_h").value_or(0) +
         report::figure(plan.figures, "wait_usd_per_h").value_or(0);
}

/// Rows by closed form, beside what is planned afresh.
void check_axis(const std::string& text, const io::Axis& axis, bool same) {
  report::Sweep sweep{.text = text, .name = "s.json", .axes = {axis}, .closed_form = true};
  report::ClosedForm closed_form(sweep, known());
  for (std::size_t point = 0; point < axis.values.size(); ++point) {
    const std::string change = axis.path + "=" + axis.values[point];
    CAPTURE(change);
    const report::Outline row = closed_form.row(point).plan;
    const report::Outline plan = report::outline_of(text, "s.json", known(), {change});
    CAPTURE(row.status, plan.status, usd_of(row), usd_of(plan));
    if (same) CHECK(row.status == plan.status);
    if (row.status != "ok") continue;
    CHECK(plan.status == "ok");
    CHECK(usd_of(row) >= usd_of(plan) * (1 - 1e-9));
    if (same) CHECK(usd_of(row) == Approx(usd_of(plan)).epsilon(1e-9));
  }
}

const char* const models = R"({"models": {
  "services": [
    {"model": "meta-llama/Llama-3.1-8B", "demand": [
      {"team": "a", "requests_per_s": 3, "input_tokens": 900, "output_tokens": 200, "ttft_p95": "2 s"}]},
    {"model": "microsoft/phi-4", "demand": [
      {"team": "b", "requests_per_s": 0.0002, "input_tokens": 500, "output_tokens": 100, "cold_wait_p99": "2 min"}]},
    {"model": "Qwen/Qwen3-8B", "demand": [
      {"team": "b", "requests_per_s": 0.0002, "input_tokens": 500, "output_tokens": 100, "cold_wait_p99": "2 min"}]}
  ],
  "load": {"host_cache": "256 GiB", "object_store": "2 GB/s"},
  "gpu_hosts": ["aws/p5.48xlarge", "aws/g6e.48xlarge"],
  "policy": {"wait_cost_usd_per_s": 0.01}}})";

const char* const sessions = R"({"sessions": {
  "classes": [{"name": "snippet", "concurrent": 3000, "trust": "anonymous", "memory": "256 MiB", "vcpu": 0.04,
               "memory_used": {"mean": "110 MiB", "p99": "240 MiB"}, "lifetime": "45 s", "start_within": "500 ms"}],
  "hosts": ["aws/m7i.metal-48xl", "aws/m8g.metal-48xl"], "policy": {"zones": 3, "survive_zones": 1}}})";

}  // namespace

TEST_CASE("by closed form numbers that say which design it is give the plan of each of them") {
  check_axis(models, {"models.policy.spare_hosts", {"0", "1", "2"}}, true);
  check_axis(models, {"models.services.0.tensor_parallel", {"1", "2", "4"}}, true);
}

TEST_CASE("by closed form no design of models is cheaper than the plan, or fits where none does") {
  const std::vector<io::Axis> axes{
      {"models.policy.utilization_target", {"0.3", "0.9"}},
      {"models.policy.upgrade_room", {"0", "2"}},
      {"models.policy.pool_overflow_probability", {"0.000001", "0.1"}},
      {"models.policy.wait_cost_usd_per_s", {"0.0001", "1"}},
      {"models.policy.dedicated_premium", {"0", "0.5"}},
      {"models.policy.pue", {"1", "2"}},
      {"models.load.host_cache", {"0 GiB", "1 GiB", "40 GiB", "256 GiB"}},
      {"models.load.object_store", {"0.05 GB/s", "20 GB/s"}},
      {"models.services.0.max_len", {"2048", "65536"}},
      {"models.services.0.demand.a.requests_per_s", {"0.5", "90"}},
      {"models.services.0.demand.a.ttft_p95", {"1 ms", "50 ms", "5 s"}},
      {"models.services.microsoft/phi-4.demand.b.cold_wait_p99", {"1 s", "20 s", "10 min"}},
      {"models.services.microsoft/phi-4.demand.b.requests_per_s", {"0.00001", "2"}}};
  for (const io::Axis& axis : axes) check_axis(models, axis, false);
}

TEST_CASE("by closed form no design of sessions is cheaper than the plan, or fits where none does") {
  const std::vector<io::Axis> axes{{"sessions.policy.zones", {"2", "3", "5"}},
                                   {"sessions.policy.survive_zones", {"0", "2"}},
                                   {"sessions.policy.drain_fraction", {"0", "0.4"}},
                                   {"sessions.policy.cpu_target", {"0.2", "0.9"}},
                                   {"sessions.policy.memory_overrun_probability", {"1e-9", "0.01"}},
                                   {"sessions.policy.memory_correlation", {"0", "0.3"}},
                                   {"sessions.policy.warm_pool_miss", {"1e-6", "0.1"}},
                                   {"sessions.policy.max_sessions_per_host", {"20", "500"}},
                                   {"sessions.policy.host_mtbf", {"10 days", "1000 days"}},
                                   {"sessions.policy.repair_time", {"1 h", "20 days"}},
                                   {"sessions.policy.capacity_probability", {"0.5", "0.99999"}},
                                   {"sessions.classes.0.start_within", {"1 ms", "50 ms", "5 s"}},
                                   {"sessions.classes.0.disk", {"1 GiB", "1000 GiB"}},
                                   {"sessions.classes.0.lifetime", {"1 s", "10 h"}},
                                   {"sessions.classes.0.vcpu", {"0.01", "4"}}};
  for (const io::Axis& axis : axes) check_axis(sessions, axis, false);
}

// Where hosts hold fewer weights than the design was made for, models load from elsewhere, as in the plan: no size of
// the cache is without an answer, and no cache is the same as one that holds nothing.
TEST_CASE("by closed form a cache of any size is answered as the plan answers it") {
  const auto example = [](const char* name) { return io::read_scenario_text(std::string("examples/") + name); };
  const io::Axis caches{"models.load.host_cache",
                        {"0 GiB", "1 GiB", "16 GiB", "30 GiB", "40 GiB", "64 GiB", "128 GiB", "256 GiB", "1 TiB"}};
  check_axis(models, caches, true);
  for (const char* name : {"seldom-used-models.json", "sleeping-models.json", "one-model.json"}) {
    CAPTURE(name);
    const std::string text = example(name);
    check_axis(text, caches, false);
    report::Sweep sweep{.text = text, .name = name, .axes = {caches}, .closed_form = true};
    report::ClosedForm closed_form(sweep, known());
    std::vector<report::Outline> rows;
    for (std::size_t point = 0; point < caches.values.size(); ++point) rows.push_back(closed_form.row(point).plan);
    for (const report::Outline& row : rows) CHECK(row.status == "ok");
    CHECK(usd_of(rows[0]) == Approx(usd_of(rows[1])));  // of neither any weights fit
    for (std::size_t i = 1; i < rows.size(); ++i) CHECK(usd_of(rows[i]) <= usd_of(rows[i - 1]) * (1 + 1e-9));
  }
}
