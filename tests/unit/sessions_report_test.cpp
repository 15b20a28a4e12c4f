#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "planner/report/sessions.hpp"
#include "report/document/table.hpp"
#include "report/uncertainty/measure_first.hpp"

using namespace planner;
using namespace planner::units;
using Catch::Contains;

namespace {

catalog::Catalog small_catalog() {
  catalog::Catalog catalog;
  catalog::Boundary firecracker;
  firecracker.id = "firecracker";
  firecracker.name = "Firecracker microVM";
  firecracker.kernel = catalog::Kernel::own;
  firecracker.memory.fixed.estimate = {40.0 * MiB, 50.0 * MiB, 70.0 * MiB};
  firecracker.memory.fixed.basis = Basis::measured;
  auto& loss = firecracker.loss[static_cast<std::size_t>(catalog::Work::compute)];
  loss.fraction.estimate = {0.0, 0.02, 0.05};
  loss.kind = catalog::LossKind::less_throughput;
  catalog::SurfaceFact calls;
  calls.what = "host syscalls";
  calls.value = "36";
  firecracker.surface.push_back(calls);
  catalog.boundaries["firecracker"] = firecracker;
  return catalog;
}

plan::SessionInputs one_class() {
  plan::SessionInputs inputs;
  inputs.name = "One class";
  plan::SessionClass c;
  c.name = "shell";
  c.trust = "anonymous";
  c.concurrent = 50000.0 * session;
  inputs.classes = {c};
  inputs.defaults = {"/sessions/policy/cpu_target"};
  return inputs;
}

plan::SessionPlan one_pool() {
  plan::SessionPlan p;
  p.hosts = 150;
  p.usd = 1500.0 * usd_per_h;
  p.base_hosts = 100;
  p.base_usd = 1000.0 * usd_per_h;
  p.lower_bound_usd = 990.0 * usd_per_h;
  plan::Tier tier;
  tier.session_class = "shell";
  tier.trust = "anonymous";
  tier.boundary = "firecracker";
  tier.kernel = "a guest kernel of its own";
  tier.sessions = 50000.0 * session;
  tier.hosts = 100;
  tier.sessions_per_host = 500;
  tier.binding = "memory";
  tier.counts = {{"memory", 100, 500}, {"cpu", 90, 555}};
  tier.charged_memory = 200.0 * MiB;
  tier.usd = 1000.0 * usd_per_h;
  p.tiers = {tier};
  plan::ComparisonRow row;
  row.boundary = "firecracker";
  row.hosts = 100;
  row.usd = 1000.0 * usd_per_h;
  row.density_vs_container = 0.75;
  p.comparison = {row};
  p.rejected = {{"shell,tool", "wasm", "policy.kernel", "the host's kernel", ""},
                {"shell", "v8-isolate", "policy.kernel", "the host's kernel.", ""},
                {"shell", "kata-qemu", "cost", "costs 5 USD/h more", ""},
                {"shell", "kata-fc", "cost", "costs 9 USD/h more", ""},
                {"shell", "qemu-q35", "cost", "costs 20 USD/h more", ""}};
  p.unknown = {{"shell", "firecracker", "ceiling of starts", "90 per second; then a pool helps"}};
  return p;
}

struct Fixture {
  catalog::Catalog catalog = small_catalog();
  plan::SessionInputs inputs = one_class();
  plan::SessionPlan plan = one_pool();
  report::SessionAnswer answer{catalog, inputs, plan};
};

}  // namespace

TEST_CASE_METHOD(Fixture, "the first line of the table is the answer") {
  const std::string text = report::sessions_table(answer);
  CHECK_THAT(text, Catch::StartsWith("50,000 sessions need 150 hosts for 1,500 USD/h.\n\nAt peak 100 hosts"));
  CHECK_THAT(text, Contains("990 USD/h"));
  plan.status = plan::Status::infeasible;
  plan.reasons = {"shell: no allowed boundary fits on any host"};
  CHECK_THAT(report::sessions_table(answer),
             Catch::StartsWith("50,000 sessions do not fit: there is no plan.\n\n- shell: no allowed boundary"));
}

TEST_CASE_METHOD(Fixture, "the table is readable at 80 columns") {
  std::istringstream lines(report::sessions_table(answer));
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(report::shown_width(line) <= 80);
  }
}

TEST_CASE_METHOD(Fixture, "one reason for several classes is said once, and a default used is printed") {
  const std::string text = report::sessions_table(answer);
  CHECK_THAT(text, Contains("- the host's kernel: wasm, v8-isolate (shell, tool)"));
  CHECK_THAT(text, Contains("- shell: kata-qemu costs 5 USD/h more, kata-fc costs 9 USD/h more, and 1 dearer"));
  CHECK_THAT(text, Contains("- ceiling of starts. Matters from: shell 90 per second"));
  CHECK_THAT(text, Contains("Defaults used\ncpu_target 0.7."));
}

TEST_CASE_METHOD(Fixture, "JSON has the fixed fields in their units, null where nothing is known") {
  const auto json = nlohmann::json::parse(report::sessions_json(answer));
  CHECK(json["hosts"] == 150);
  CHECK(json["usd_per_h"] == 1500);
  CHECK(json["lower_bound_hosts"].is_null());
  CHECK(json["tiers"][0]["charged_memory_mib"] == 200);
  CHECK(json["tiers"][0]["start_p99_s"].is_null());
  CHECK(json["tiers"][0]["gpu_mode"].is_null());
  CHECK(json["comparison"][0]["density_vs_container"] == 0.75);
  CHECK(json["unknown"][0]["matters_from"] == "90 per second; then a pool helps");
  CHECK(json["defaults"][0]["field"] == "policy.cpu_target");
}

TEST_CASE_METHOD(Fixture, "CSV has rows of every kind under one title line, and nothing where nothing is known") {
  plan.headroom = {plan::Headroom{.trust = "anonymous", .boundary = "firecracker", .zone_loss = 50, .hosts = 50}};
  plan.variants = {plan::Variant{.name = "full VMs only", .status = plan::Status::unknown}};
  std::istringstream lines(report::sessions_csv(answer));
  std::vector<std::string> rows;
  for (std::string line; std::getline(lines, line);) rows.push_back(line);
  REQUIRE(rows.size() == 6);
  const auto commas = std::count(rows[0].begin(), rows[0].end(), ',');
  for (const std::string& row : rows) CHECK(std::count(row.begin(), row.end(), ',') == commas);
  CHECK_THAT(rows[0],
             Catch::StartsWith("kind,class,trust,boundary,host,gpu_mode,gpu_slice,name,status,sessions,hosts"));
  CHECK(rows[1] == "total,,,,,,,,ok,,150,0,1500,,,,,,,,,,,,,");
  CHECK(rows[2] == "tier,shell,anonymous,firecracker,,,,,,50000,100,0,1000,,500,memory,200,0,0,,,,,,,");
  CHECK(rows[3] == "headroom,,anonymous,firecracker,,,,,,,50,0,0,,,,,,,,,,50,,0,0");
  CHECK(rows[4] == "comparison,,,firecracker,,,,,ok,,100,,1000,,,,,,,,,0.75,,,,");
  CHECK(rows[5] == "variant,,,,,,,full VMs only,unknown,,,,,,,,,,,,,,,,,");
}

TEST_CASE_METHOD(Fixture, "the bound on all that is paid, slices and turning points are told") {
  plan.lower_bound_total_usd = 1485.0 * usd_per_h;
  plan::Tier& tier = plan.tiers.front();
  tier.gpu_mode = "mig";
  tier.gpu_slice = "1g.10gb";
  tier.runner_up = "kata-fc";
  tier.runner_up_extra = 15.0 * usd_per_h;
  tier.break_even = {"loses to kata-fc above 70 MiB"};
  const std::string table = report::sessions_table(answer), memo = report::sessions_memo(answer);
  for (const std::string& text : {table, memo}) {
    CHECK_THAT(text, Contains("shell: next is kata-fc for +15.00 USD/h; loses to kata-fc above 70 MiB."));
  }
  CHECK_THAT(table, Contains("memory 1g.10gb"));
  CHECK_THAT(memo, Contains("firecracker + mig 1g.10gb"));
  CHECK_THAT(memo, Contains("No plan in all can cost less than 1,485 USD/h; this one is within"));
  plan.proven = plan.proven_total = true;
  CHECK_THAT(report::sessions_memo(answer), Contains("Proven: no base costs less, and no plan in all."));
  plan.proven_total = false;
  const auto json = nlohmann::json::parse(report::sessions_json(answer));
  CHECK(json["lower_bound_total_usd_per_h"] == 1485);
  CHECK(json["proven_total"] == false);
  CHECK(json["tiers"][0]["gpu_slice"] == "1g.10gb");
  CHECK(json["tiers"][0]["break_even"][0] == "loses to kata-fc above 70 MiB");
}

TEST_CASE_METHOD(Fixture, "what to measure first is the spread in dollars, as far as its constraint decides") {
  // Memory decides: at 40 MiB instead of 50 of 200 MiB it would ask for 95 hosts, at 70 MiB for 110; CPU asks for 90.
  // CPU (1/(1-f), planned at 2 %) would ask for 90 * 0.98/0.95 = 92.8 at worst and never decides.
  const auto stakes = report::measure_first(answer);
  REQUIRE(stakes.size() == 1);
  CHECK(stakes[0].figure == "memory of one idle session behind firecracker");
  CHECK(stakes[0].at_stake.in(usd_per_h) == Approx(1000 * (110.0 - 95.0) / 100.0));
  plan.tiers[0].counts = {{"memory", 80, 625}, {"cpu", 100, 500}};
  const auto cpu = report::measure_first(answer);
  REQUIRE(cpu.size() == 1);
  CHECK(cpu[0].figure == "CPU loss of compute work behind firecracker");
  CHECK(cpu[0].at_stake.in(usd_per_h) == Approx(1000 * (0.98 / 0.95 - 0.98)));
}

TEST_CASE_METHOD(Fixture, "the CPU time of a start is among what to measure first, and every estimate with a spread") {
  catalog::Boundary& b = catalog.boundaries["firecracker"];
  b.start.cpu.estimate = {0.2 * (vcpu * second), 0.4 * (vcpu * second), 0.8 * (vcpu * second)};
  b.memory.shim.estimate = {10.0 * MiB, 12.0 * MiB, 30.0 * MiB};
  inputs.classes[0].vcpu = 0.09 * vcpu;
  inputs.classes[0].lifetime = 40.0 * second;
  plan.tiers[0].counts = {{"memory", 100, 500}, {"cpu", 100, 500}};
  const auto stakes = report::measure_first(answer);
  // CPU: 0.09 + 0.4 / 40 = 0.1; at worst 0.11: 110 hosts. At best memory still asks for 100.
  const auto start = std::ranges::find(stakes, "CPU time of one start behind firecracker", &report::Stake::figure);
  REQUIRE(start != stakes.end());
  CHECK(start->at_stake.in(usd_per_h) == Approx(100));
  // 18 MiB of 200 more: 109 hosts.
  const auto shim =
      std::ranges::find(stakes, "memory of the shim of one session behind firecracker", &report::Stake::figure);
  REQUIRE(shim != stakes.end());
  CHECK(shim->at_stake.in(usd_per_h) == Approx(90));
  CHECK(std::ranges::is_sorted(stakes, std::greater<>{}, &report::Stake::at_stake));
}

TEST_CASE_METHOD(Fixture,
                 "the memo defends itself alone: hosts in parts, lent memory, starts, what is free, defaults") {
  catalog::Boundary& b = catalog.boundaries["firecracker"];
  b.notes = {"Kernel and root file system are the guest's own."};
  b.gives_memory_back_note = "Only with a balloon with free-page reporting.";
  b.start.rate_seen.estimate = Estimate<PerSecond>::exactly(150.0 / second);
  catalog.boundaries["kata"] = b;
  catalog.boundaries["kata"].id = "kata";
  catalog.boundaries["container"].id = "container";
  catalog.hosts["metal"].vcpus.estimate = Estimate<Vcpus>::exactly(192.0 * vcpu);
  plan::SessionClass& c = inputs.classes[0];
  c.memory = 256.0 * MiB;
  c.lifetime = 50.0 * second;
  c.memory_used = plan::MemoryUse{.mean = 100.0 * MiB, .p99 = 200.0 * MiB};
  plan.tiers[0].host = "metal";
  plan.tiers[0].overhead.monitor = 50.0 * MiB;
  plan.headroom = {plan::Headroom{.trust = "anonymous",
                                  .boundary = "firecracker",
                                  .host = "metal",
                                  .base_hosts = 100,
                                  .warm_pool_hosts = 2,
                                  .zone_loss = 40,
                                  .failures = 3,
                                  .drain = 4,
                                  .rounding = 1,
                                  .hosts = 48,
                                  .failures_known = true}};
  plan::Tier own = plan.tiers[0];
  own.session_class = "own";
  own.boundary = "container";
  plan.tiers.push_back(own);
  plan.rejected.push_back({"own", "kata", "cost", "costs no less than container", ""});
  plan::ComparisonRow dearer = plan.comparison[0];
  dearer.boundary = "kata";
  plan.comparison.push_back(dearer);

  const std::string memo = report::sessions_memo(answer);
  CHECK_THAT(
      memo,
      Contains("At peak 100 hosts for 1,000 USD/h. On top: 40 for zones that may be lost, 3 for hosts that "
               "fail, 4 for upgrades, 2 for warm pools, 1 by rounding up in each zone: 150 hosts for 1,500 USD/h."));
  CHECK_THAT(memo, Contains("| shell | anonymous | 50,000 | firecracker | 100 x metal |"));
  CHECK_THAT(
      memo,
      Contains("shell: 200 MiB charged of 256 MiB promised and 50 MiB on top, because what is not used is lent."));
  CHECK_THAT(memo, Contains("is assumed unless it was measured. Only with a balloon with free-page reporting."));
  CHECK_THAT(
      memo,
      Contains("shell: 10 starts/s on a host with 500 sessions. Of firecracker: 150 /s were seen in a single loop"));
  CHECK_THAT(memo, Contains("Kernel and root file system are the guest's own."));
  CHECK_THAT(memo, Contains("own: kata costs +0.00 USD/h; name it under `boundaries` to have it."));
  CHECK_THAT(memo, Contains("| kata | 100 |"));  // not chosen, but compared
  CHECK_THAT(memo, Contains("## Defaults used\n\n- cpu_target 0.7."));
}

TEST_CASE_METHOD(Fixture, "the memo says whose kernel, what binds, what is unknown and what to measure") {
  const std::string memo = report::sessions_memo(answer);
  CHECK_THAT(memo, Catch::StartsWith("# One class\n\n**50,000 sessions need 150 hosts"));
  CHECK_THAT(memo, Contains("a guest kernel of its own"));
  CHECK_THAT(memo, Contains("| firecracker | host syscalls | 36 |"));
  CHECK_THAT(memo, Contains("shell: memory asks for 100 hosts, cpu for 90."));
  CHECK_THAT(memo, Contains("ceiling of starts. Matters from: shell 90 per second"));
  CHECK_THAT(
      memo,
      Contains("| memory of one idle session behind firecracker | 40 MiB to 70 MiB, used 50 MiB (measured) | 150 |"));
}
