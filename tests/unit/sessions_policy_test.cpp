// What policy changes of a plan, each by hand on the small world with round numbers.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>

#include "planner/plan/compiled.hpp"
#include "planner/plan/sessions/candidates/gpu_modes.hpp"
#include "support/sessions_world.hpp"

using namespace planner;
using namespace planner::testing;
using planner::units::GiB;
using planner::units::MiB;

namespace {

plan::SessionPlan solve(const plan::SessionInputs& q, const catalog::Catalog& catalog = small_catalog()) {
  return plan::compiled::plan_sessions(catalog, q);
}

/// One class in containers, 256 MiB and 0.5 vCPU: CPU lets 200 onto a host, memory 1,024.
plan::SessionInputs jobs(double count) {
  plan::SessionInputs q = small_question();
  q.classes = {session_class("job", "any", count, 256.0 * MiB, 0.5)};
  q.classes[0].boundaries = {"container"};
  return q;
}

bool turned_down(const plan::SessionPlan& p, const std::string& option, const std::string& code) {
  for (const plan::Rejected& r : p.rejected)
    if (r.option == option && r.code == code) return true;
  return false;
}

}  // namespace

TEST_CASE("without the second thread of each core a host has half the vCPUs", "[sessions][policy]") {
  plan::SessionInputs q = jobs(1000);
  CHECK(solve(q).base_hosts == 5);
  q.trust["any"].smt = false;
  CHECK(solve(q).base_hosts == 10);
  catalog::Catalog one_thread_per_core = small_catalog();
  one_thread_per_core.hosts["balanced"].threads_per_core = 1;
  CHECK(solve(q, one_thread_per_core).base_hosts == 5);
}

TEST_CASE("trust levels share hosts only where policy says so", "[sessions][policy]") {
  plan::SessionInputs q = jobs(100);
  q.classes.push_back(session_class("tool", "customer", 100, 256.0 * MiB, 0.5));
  q.trust["customer"].kernel = plan::KernelRule::any;
  q.classes[1].boundaries = {"container"};
  CHECK(solve(q).base_hosts == 2);
  q.policy.share_hosts_between_trust_levels = true;
  CHECK(solve(q).base_hosts == 1);
}

TEST_CASE("disk comes from the host's drives or over the network at its price, or the host is turned down", "[sessions][policy]") {
  catalog::Catalog c = small_catalog();
  c.hosts["balanced"].local_disk = fact(1000.0 * GiB);
  plan::SessionInputs q = jobs(200);
  q.classes[0].disk = 10.0 * GiB;
  CHECK(solve(q, c).base_hosts == 2);  // 100 by disk, 200 by CPU

  c.hosts["balanced"].local_disk = fact(0.0 * GiB);
  const plan::SessionPlan none = solve(q, c);
  CHECK(none.status == plan::Status::infeasible);
  CHECK(turned_down(none, "container on balanced", "host.too_small"));

  // 200 sessions of 10 GiB at 0.73 USD per GiB and month of 730 h: 2 USD/h beside one host for 4.
  q.policy.network_disk = 0.73 * units::usd_per_gib_month;
  const plan::SessionPlan network = solve(q, c);
  CHECK(network.base_hosts == 1);
  CHECK(network.base_usd.in(units::usd_per_h) == Approx(4 + 2.0).epsilon(1e-3));
}

TEST_CASE("a guest needs bare metal or nested virtualisation, which costs CPU", "[sessions][policy]") {
  catalog::Catalog c = small_catalog();
  plan::SessionInputs q = jobs(1000);
  q.classes[0].boundaries = {"microvm"};
  CHECK(solve(q, c).base_hosts == 5);
  c.hosts["balanced"].bare_metal = false;
  const plan::SessionPlan virtual_host = solve(q, c);
  CHECK(virtual_host.status == plan::Status::infeasible);
  CHECK(turned_down(virtual_host, "microvm on balanced", "host.no_kvm"));
  c.hosts["balanced"].nested_virtualisation = true;
  const plan::SessionPlan nested = solve(q, c);  // 0.5 / 0.9 = 0.5556 vCPU: exactly 180 per host
  REQUIRE(nested.status == plan::Status::ok);
  CHECK(nested.tiers[0].sessions_per_host == 180);
}

TEST_CASE("a session with more vCPUs than a guest can have is turned down there", "[sessions][policy]") {
  catalog::Catalog c = small_catalog();
  c.boundaries["microvm"].max_guest_vcpus = fact(32.0);
  plan::SessionInputs q = jobs(10);
  q.classes[0].boundaries = {"microvm"};
  q.classes[0].vcpu = 32.0 * units::vcpu;
  CHECK(solve(q, c).status == plan::Status::ok);
  q.classes[0].vcpu = 32.5 * units::vcpu;
  const plan::SessionPlan p = solve(q, c);
  CHECK(p.status == plan::Status::infeasible);
  CHECK(turned_down(p, "microvm", "boundary.guest_vcpus"));
  CHECK(p.reasons.at(0).find("its guests have at most 32 vCPUs, a session uses 33") != std::string::npos);
}

TEST_CASE("where nothing fits, the first reason is the cause", "[sessions][policy]") {
  const auto reason = [](plan::SessionInputs q, const catalog::Catalog& c) {
    const plan::SessionPlan p = solve(q, c);
    REQUIRE(p.status == plan::Status::infeasible);
    return p.reasons.at(0);
  };
  plan::SessionInputs q = jobs(1000);
  q.classes[0].boundaries = {"microvm"};
  catalog::Catalog unpriced = small_catalog(), nested = small_catalog(), diskless = small_catalog();
  unpriced.hosts["balanced"].price.on_demand = {};
  CHECK_THAT(reason(q, unpriced), Catch::Contains("no host type that could be bought"));
  nested.hosts["balanced"].bare_metal = false;
  CHECK_THAT(reason(q, nested), Catch::Contains("not known to offer nested virtualisation"));
  diskless.hosts["balanced"].local_disk = fact(0.0 * GiB);
  q.classes[0].disk = 1.0 * GiB;
  CHECK_THAT(reason(q, diskless), Catch::Contains("one session takes 1 GiB of disk, a host has 0"));
}

TEST_CASE("real use of memory that changes nothing is said to", "[sessions][policy]") {
  catalog::Catalog c = small_catalog();
  plan::SessionInputs q = jobs(1000);
  q.classes[0].memory_used = plan::MemoryUse{.mean = 100.0 * MiB, .p99 = 200.0 * MiB};
  CHECK(solve(q, c).notes.empty());
  for (auto& [id, b] : c.boundaries) b.gives_memory_back = false;
  const plan::SessionPlan p = solve(q, c);
  REQUIRE(p.notes.size() == 1);
  CHECK_THAT(p.notes[0], Catch::Contains("`memory_used` changes nothing") && Catch::Contains("not known to give memory back"));
}

TEST_CASE("a fleet beyond one Kubernetes cluster says how many it takes", "[sessions][policy]") {
  catalog::Catalog c = small_catalog();
  c.limits.pods_per_node = fact(110.0);
  c.limits.nodes_per_cluster = fact(5000.0);
  c.limits.pods_per_cluster = fact(150'000.0);
  plan::SessionInputs q = jobs(110 * 5000);
  CHECK(solve(q, c).notes.empty());
  q.policy.orchestrator = plan::Orchestrator::kubernetes;
  const plan::SessionPlan p = solve(q, c);
  CHECK(p.hosts == 5000);
  REQUIRE(p.notes.size() == 1);
  CHECK_THAT(p.notes[0], Catch::Contains("at least 4 Kubernetes clusters"));  // 550,000 pods
}

TEST_CASE("the time between failures from which a host more is needed is as exact as it is printed", "[sessions][policy]") {
  plan::SessionInputs q = jobs(200);  // one host, up with 0.999: 24 h * 999 = 23,976 h
  const plan::SessionPlan p = solve(q);
  const auto u = std::find_if(p.unknown.begin(), p.unknown.end(),
                              [](const plan::Unknown& x) { return x.what.find("host_mtbf") != std::string::npos; });
  REQUIRE(u != p.unknown.end());
  double hours = 0;
  REQUIRE(std::sscanf(u->matters_from.c_str(), "less than %lf h", &hours) == 1);
  const double printed = hours < 1e4 ? std::pow(10.0, std::floor(std::log10(hours)) - 3) : 1.0;  // its last digit
  q.policy.host_mtbf = (hours + printed) * units::hour;
  CHECK(solve(q).hosts == p.hosts);
  q.policy.host_mtbf = (hours - printed) * units::hour;
  CHECK(solve(q).hosts == p.hosts + 1);
}

TEST_CASE("a trust level may name a way of sharing itself, or the word that covers it", "[sessions][policy]") {
  using enum catalog::GpuMode;
  const auto allows = [](std::vector<catalog::GpuMode> named, catalog::GpuMode mode) {
    return plan::sessions::sharing_allowed({.gpu_sharing = std::move(named)}, mode);
  };
  for (const catalog::GpuMode mode : {whole, mig, mig_vgpu, time_sliced_vgpu, mps, time_slice}) CHECK(allows({mode}, mode));
  CHECK(allows({mig}, mig_vgpu));
  CHECK(allows({time_slice}, time_sliced_vgpu));
  CHECK_FALSE(allows({mig_vgpu}, mig));
  CHECK_FALSE(allows({time_sliced_vgpu}, time_slice));
  CHECK_FALSE(allows({whole, mps}, mig));
}

TEST_CASE("a boundary with another product's figures is shown, and chosen only by name", "[sessions][policy]") {
  catalog::Catalog c = small_catalog();
  c.boundaries["container"].shown_only = "its figures are another product's";
  plan::SessionInputs q = jobs(1000);
  q.classes[0].boundaries.clear();
  const plan::SessionPlan p = solve(q, c);
  CHECK(p.tiers.at(0).boundary != "container");
  CHECK(turned_down(p, "container", "boundary.shown_only"));
  CHECK(p.comparison.size() == 3);
  q.classes[0].boundaries = {"container"};
  CHECK(solve(q, c).tiers.at(0).boundary == "container");
}

TEST_CASE("hosts cost what the purchase says, and are no candidates where no list has the price", "[sessions][policy]") {
  catalog::Catalog c = small_catalog();
  plan::SessionInputs q = jobs(1000);
  q.policy.purchase = plan::Purchase::reserved_3y;
  const plan::SessionPlan unpriced = solve(q, c);
  CHECK(unpriced.status == plan::Status::infeasible);
  CHECK(turned_down(unpriced, "balanced", "host.no_price"));
  c.hosts["balanced"].price.reserved_3y = fact(1.5 * units::usd_per_h);
  CHECK(solve(q, c).usd.in(units::usd_per_h) == Approx(5 * 1.5));
}

TEST_CASE("limits of policy, network and orchestrator bind where they apply", "[sessions][policy]") {
  catalog::Catalog c = small_catalog();
  c.limits.pods_per_node = fact(110.0);
  c.limits.ports_per_bridge = fact(150.0);
  c.boundaries["container"].objects.taps = fact(1.0);
  c.hosts["balanced"].max_ips = fact(120.0);
  struct Row {
    const char* name;
    void (*change)(plan::SessionPolicy&);
    double per_host;
    const char* binding;
  };
  for (const Row& row : {Row{"nothing", [](plan::SessionPolicy&) {}, 200, "cpu"},
                         {"blast radius", [](plan::SessionPolicy& p) { p.max_sessions_per_host = 50; }, 50, "sessions"},
                         {"bridge", [](plan::SessionPolicy& p) { p.network = plan::Network::bridge; }, 150, "ports"},
                         {"provider's addresses", [](plan::SessionPolicy& p) { p.network = plan::Network::vpc_ip; }, 120,
                          "addresses"},
                         {"Kubernetes", [](plan::SessionPolicy& p) { p.orchestrator = plan::Orchestrator::kubernetes; },
                          110, "pods"}}) {
    CAPTURE(row.name);
    plan::SessionInputs q = jobs(1000);
    row.change(q.policy);
    const plan::SessionPlan p = solve(q, c);
    REQUIRE(p.status == plan::Status::ok);
    CHECK(p.tiers[0].sessions_per_host == row.per_host);
    CHECK(p.tiers[0].binding == row.binding);
  }
}

// A memory-bound class: 896 + 128 = 1,024 MiB in a microVM, 256 on a host; with half of the 128 MiB shared 273.
TEST_CASE("memory is shared between sessions only where the scenario asks for it", "[sessions][policy]") {
  catalog::Catalog c = small_catalog();
  catalog::MemorySharing half;
  half.id = "template";
  half.saving = fact(0.5);
  c.boundaries["microvm"].sharing = {half};
  c.boundaries["microvm"].start.restore = fact(10.0 * units::ms);
  plan::SessionInputs q = small_question();
  q.classes = {session_class("job", "anonymous", 1000, 896.0 * MiB, 0.1)};
  CHECK(solve(q, c).tiers[0].sessions_per_host == 256);
  q.policy.sharing["microvm"] = "template";
  CHECK(solve(q, c).tiers[0].sessions_per_host == 273);
}
