// Whole plans worked out by hand: headroom, warm pools, lent memory, slices of GPUs, and the price of isolation.
#include <catch2/catch.hpp>
#include <map>

#include "planner/base/rounding.hpp"
#include "planner/io/catalog.hpp"
#include "planner/plan/compiled.hpp"
#include "support/sessions_world.hpp"

using namespace planner;
using namespace planner::testing;
using planner::units::GiB;
using planner::units::MiB;

namespace {

plan::SessionPlan solve(const plan::SessionInputs& q, const catalog::Catalog& catalog = small_catalog()) {
  return plan::compiled::plan_sessions(catalog, q);
}

/// 256 of these fill a balanced host (256 GiB): 896 MiB and 128 MiB of a microVM.
plan::SessionInputs jobs(double count) {
  plan::SessionInputs q = small_question();
  q.classes = {session_class("job", "anonymous", count, 896.0 * MiB, 0.25)};
  return q;
}

const plan::Variant& variant(const plan::SessionPlan& p, const std::string& name) {
  for (const plan::Variant& v : p.variants)
    if (v.name == name) return v;
  throw std::runtime_error("no variant " + name);
}

}  // namespace

// 2,000 sessions: 8 hosts. Three zones, one of which may be gone: each carries 8 / 2 = 4.
//   Failures: up 1000 / (1000 + 24) = 0.9765625 of the time, q = 0.0234375.
//     5 hosts, at least 4 up: p^5 + 5 p^4 q = 0.88818 + 0.10658 = 0.99476 < 0.999
//     6 hosts: p^6 + 6 p^5 q + 15 p^4 q^2 = 0.86736 + 0.12490 + 0.00749 = 0.99975 >= 0.999 -> 2 spares per zone
//   Upgrades: 5 % are out: (4 + 2) (1 / 0.95 - 1) = 0.31579 per zone
//   6.31579 -> 7 hosts per zone, 21 in all, 84 USD/h
//   Of the 13 beyond the base: zones 3 * 4 - 8 = 4, failures 6, upgrades 0.94737, rounding 3 (7 - 6.31579) = 2.05263
// Without upgrades during the loss of a zone: 8 / 3 + 2 spares over all zones and 5 % out ask for 4.912 per zone, fewer
// than the 6 of a lost zone: 6 per zone, 18 hosts.
TEST_CASE("headroom by hand: zones, failures and upgrades", "[sessions]") {
  plan::SessionInputs q = jobs(2000);
  q.policy.zones = 3;
  q.policy.survive_zones = 1;
  q.policy.drain_fraction = 0.05;
  q.policy.host_mtbf = 1000.0 * units::hour;
  const plan::SessionPlan p = solve(q);
  CHECK(p.base_hosts == 8);
  CHECK(p.hosts == 21);
  CHECK(p.usd.in(units::usd_per_h) == Approx(84));
  REQUIRE(p.headroom.size() == 1);
  CHECK(p.headroom[0].per_zone == 7);
  CHECK(p.headroom[0].zone_loss == Approx(4));
  CHECK(p.headroom[0].failures == Approx(6));
  CHECK(p.headroom[0].drain == Approx(0.94737).margin(1e-5));
  CHECK(p.headroom[0].rounding == Approx(2.05263).margin(1e-5));
  CHECK(p.proven_total);

  q.policy.drain_during_zone_loss = false;
  CHECK(solve(q).hosts == 18);
}

// Whatever the zones and the share that is out: a zone holds the fewest whole hosts with which both the zones that are
// left carry the peak without upgrades, and all zones carry it with them.
TEST_CASE("without upgrades during the loss of a zone, hosts keep both promises and no host is spare", "[sessions]") {
  for (const double zones : {2.0, 3.0, 10.0})
    for (const double lost : {0.0, 1.0})
      for (const double drained : {0.0, 0.05, 0.1, 0.3, 0.34, 0.4, 0.6}) {
        CAPTURE(zones, lost, drained);
        plan::SessionInputs q = jobs(256.0 * 90.0);
        q.policy.zones = zones;
        q.policy.survive_zones = lost;
        q.policy.drain_fraction = drained;
        q.policy.drain_during_zone_loss = false;
        const plan::SessionPlan p = solve(q);
        const auto keeps_both = [&](double per_zone) {
          return (zones - lost) * per_zone >= 90.0 - 1e-6 && zones * per_zone * (1.0 - drained) >= 90.0 - 1e-6;
        };
        const double per_zone = p.headroom.at(0).per_zone;
        CHECK(p.base_hosts == 90);
        CHECK(p.hosts == zones * per_zone);
        CHECK(keeps_both(per_zone));
        CHECK_FALSE(keeps_both(per_zone - 1.0));
        CHECK(p.headroom[0].hosts == Approx(p.headroom[0].zone_loss + p.headroom[0].drain + p.headroom[0].rounding));
        CHECK(p.proven_total);
      }
}

// 2,048 sessions fill 8 hosts exactly. A start takes 0.1 s and 50 ms are promised, so a pool is kept.
//   load = 2048 / 600 s * 0.1 s = 0.341333; Erlang B: B1 = a / (1 + a) = 0.25447, B2 = a B1 / (2 + a B1) = 0.04162,
//   B3 = 0.00471, B4 = 0.000402 <= 0.001 -> 4 sessions wait; 2,052 sessions take 9 hosts.
// With a pool on each host, 9 hosts take 9 pools of load 0.0379: B1 = 0.0365, B2 = 0.00069 -> 2 each, 18 in all; 2,066
// sessions still take 9 hosts.
TEST_CASE("a warm pool by hand: one for the zone, and one on each host", "[sessions]") {
  plan::SessionInputs q = jobs(2048);
  CHECK(solve(q).hosts == 8);
  q.classes[0].start_within = 50.0 * units::ms;
  const plan::SessionPlan p = solve(q);
  REQUIRE(p.warm_pools.size() == 1);
  CHECK(p.warm_pools[0].pools == 1);
  CHECK(p.warm_pools[0].sessions == 4);
  CHECK(p.warm_pools[0].miss_probability == Approx(0.000402).margin(1e-6));
  CHECK(p.warm_pools[0].hosts == 1);
  CHECK(p.base_hosts == 8);
  CHECK(p.hosts == 9);

  q.policy.pool_scope = plan::PoolScope::host;
  const plan::SessionPlan local = solve(q);
  CHECK(local.warm_pools[0].pools == 9);
  CHECK(local.warm_pools[0].sessions == 18);
  CHECK(local.hosts == 9);
}

// Memory used is uniform between 0 and 1 GiB (mean 512 MiB, sd 1024 / sqrt(12) = 295.603 MiB), without a common factor.
// A host has 4 GiB. P(n sessions want more), Irwin and Hall: 5: 1/120 = 0.0083; 6: (2^6 - 6) / 720 = 0.0806;
// 4: never. So 5 fit at 2 %, 6 at 10 %, 4 at 0.5 %; without lending 4.
TEST_CASE("lent memory by hand: sums of uniform laws", "[sessions][overcommit]") {
  catalog::Catalog catalog = small_catalog();
  catalog.hosts["balanced"] = host("balanced", 100, 4.0 * GiB, 1.0);
  plan::SessionInputs q = small_question();
  q.policy.memory_correlation = 0.0;
  q.classes = {session_class("lender", "any", 1000, 1.0 * GiB, 0.1)};
  q.classes[0].boundaries = {"container"};
  CHECK(solve(q, catalog).base_hosts == 250);
  q.classes[0].memory_used = plan::MemoryUse{.mean = 512.0 * MiB, .sd = 295.603 * MiB};
  for (const auto& [probability, per_host] : std::map<double, double>{{0.02, 5}, {0.1, 6}, {0.005, 4}}) {
    q.policy.memory_overrun_probability = probability;
    const plan::SessionPlan p = solve(q, catalog);
    CAPTURE(probability);
    CHECK(p.tiers[0].sessions_per_host == per_host);
    CHECK(p.base_hosts == whole_up(1000 / per_host));
    CHECK(p.proven);
  }
}

// 60 of them beside 20 sessions that lend nothing and take 1 GiB each, at 2 %. What fits, as (lending, certain):
//   beside 1: P(4 uniform > 3) = 1/24 = 0.042 -> 3; beside 2: P(3 > 2) = 1/6 -> 2; beside 3: 1; beside 4: none.
// At 1/5 for a lending and 1/4 for a certain session no filling, (5,0) (3,1) (2,2) (1,3) (0,4), is worth more than a
// host, so 60 / 5 + 20 / 4 = 17 hosts are the least, and apart they take just that.
TEST_CASE("lent memory by hand: beside sessions that lend nothing", "[sessions][overcommit]") {
  catalog::Catalog catalog = small_catalog();
  catalog.hosts["balanced"] = host("balanced", 100, 4.0 * GiB, 1.0);
  plan::SessionInputs q = small_question();
  q.policy.memory_correlation = 0.0;
  q.policy.memory_overrun_probability = 0.02;
  q.classes = {session_class("lender", "any", 60, 1.0 * GiB, 0.1), session_class("certain", "any", 20, 1.0 * GiB, 0.1)};
  q.classes[0].boundaries = q.classes[1].boundaries = {"container"};
  q.classes[0].memory_used = plan::MemoryUse{.mean = 512.0 * MiB, .sd = 295.603 * MiB};
  const plan::SessionPlan p = solve(q, catalog);
  CHECK(p.base_hosts == 17);
  CHECK(p.lower_bound_usd.in(units::usd_per_h) <= 17 * (1 + 1e-9));
}

// On hosts with eight H100, in containers with slices. A session holds its slice while it starts, too (47 ms of 10 h): 20
// and 10 sessions hold 20.00003 and 10.00001, so 21 and 11 slices.
//   8 GiB and a context of 430 MiB fit into 1g.10gb (9,984 MiB), 24 GiB and a context into 3g.40gb (40,448 MiB).
//   Of the eight memory slices of a GPU 1g.10gb takes one and 3g.40gb four: (11 * 4 + 21) / 8 = 8.1 -> at least 9 GPUs.
//   Nine are enough: 5 with 3g and four 1g, 3 with two 3g each, 1 with the last 1g. Hosts of eight: 2.
TEST_CASE("slices by hand: two sizes share GPUs, and GPUs share hosts", "[sessions][gpu]") {
  plan::SessionInputs q = small_question();
  q.hosts.clear();
  q.gpu_hosts = {"aws/p5.48xlarge"};
  q.trust["any"].gpu_sharing = {catalog::GpuMode::mig};
  q.policy.host_reserve = "gke";
  q.classes = {session_class("small", "any", 20, 4.0 * GiB, 0.5), session_class("large", "any", 10, 4.0 * GiB, 0.5)};
  for (plan::SessionClass& c : q.classes) {
    c.lifetime = 10.0 * units::hour;
    c.boundaries = {"container-runc"};
  }
  q.classes[0].gpu = plan::GpuNeed{8.0 * GiB, 0.1, "h100-sxm", 1};
  q.classes[1].gpu = plan::GpuNeed{24.0 * GiB, 0.1, "h100-sxm", 1};
  const plan::SessionPlan p = solve(q, io::builtin_catalog());
  REQUIRE(p.status == plan::Status::ok);
  REQUIRE(p.tiers.size() == 2);
  CHECK(p.tiers[0].gpu_slice == "1g.10gb");
  CHECK(p.tiers[1].gpu_slice == "3g.40gb");
  CHECK(p.tiers[0].gpus + p.tiers[1].gpus == Approx(9));
  CHECK(p.base_hosts == 2);
  CHECK(p.proven);
}

// 9 GiB and a context of 430 MiB: 8 sessions on a card of 80 GiB, and 20 by compute; so 2 cards for 16 sessions.
TEST_CASE("sessions that share cards by MPS are told what does not keep them apart", "[sessions][gpu]") {
  plan::SessionInputs q = small_question();
  q.hosts.clear();
  q.gpu_hosts = {"aws/p5.48xlarge"};
  q.trust["any"].gpu_sharing = {catalog::GpuMode::mps};
  q.policy.host_reserve = "gke";
  q.classes = {session_class("notebook", "any", 15, 4.0 * GiB, 0.5)};
  q.classes[0].boundaries = {"container-runc"};
  q.classes[0].lifetime = 10.0 * units::hour;
  q.classes[0].gpu = plan::GpuNeed{9.0 * GiB, 0.05, "h100-sxm", 1};
  const plan::SessionPlan p = solve(q, io::builtin_catalog());
  REQUIRE(p.status == plan::Status::ok);
  CHECK(p.tiers[0].gpu_mode == "mps");
  CHECK(p.tiers[0].gpus == 2);
  REQUIRE(p.notes.size() == 1);
  CHECK(p.notes[0].find("notebook shares GPUs by mps. No fault isolation") == 0);
}

// 2,000 sessions of 896 MiB on hosts of 262,144 MiB at 4 USD/h:
//   containers 262,144 / 896 = 292 per host -> 7 hosts, 28; gVisor (+32 MiB) 282 -> 8 hosts, 32, 4 more
//   microVMs (+128 MiB) 256 -> 8 hosts, 32, nothing more; full VMs (+512 MiB) 186 -> 11 hosts, 44, 12 more
// Policy asks for a kernel of its own: the plan is the microVMs; the steps are priced all the same.
TEST_CASE("each step of isolation by hand", "[sessions]") {
  catalog::Catalog catalog = small_catalog();
  catalog.boundaries["vm"] = boundary("vm", catalog::Kernel::own, 512.0 * MiB, {0, 0, 0, 0});
  catalog.boundaries["vm"].devices = catalog::Devices::full;
  const plan::SessionPlan p = solve(jobs(2000), catalog);
  struct Row {
    const char* name;
    double hosts, extra;
    const char* over;
  };
  for (const Row& row : {Row{"as planned", 8, 0, ""}, {"containers only", 7, 0, ""},
                         {"user-space kernels only", 8, 4, "containers only"},
                         {"microVMs only", 8, 0, "user-space kernels only"}, {"full VMs only", 11, 12, "microVMs only"}}) {
    const plan::Variant& v = variant(p, row.name);
    CAPTURE(row.name);
    CHECK(v.status == plan::Status::ok);
    CHECK(v.hosts == row.hosts);
    CHECK(v.usd.in(units::usd_per_h) == Approx(4 * row.hosts));
    CHECK(v.extra_usd.in(units::usd_per_h) == Approx(row.extra).margin(1e-9));
    CHECK(v.over == row.over);
  }
  // Beside them sessions of network work, for which nobody has published what a full VM loses: the step is that of the
  // jobs alone, 44 - 32 = 12.
  plan::SessionInputs two = jobs(2000);
  two.classes.push_back(session_class("proxy", "any", 100, 896.0 * MiB, 0.25));
  two.classes[1].work = catalog::Work::network;
  catalog.boundaries["vm"].loss[static_cast<std::size_t>(catalog::Work::network)].fraction.estimate.typical.reset();
  const plan::Variant partly = variant(solve(two, catalog), "full VMs only");
  CHECK(partly.status == plan::Status::unknown);
  CHECK(partly.extra_usd.in(units::usd_per_h) == Approx(12));
  CHECK(partly.description ==
        "proxy: no CPU loss is published for this work; without any 12 USD/h more than microVMs only");
  catalog.boundaries["vm"].memory.fixed.estimate.typical.reset();
  CHECK(variant(solve(jobs(2000), catalog), "full VMs only").status == plan::Status::unknown);
  catalog.boundaries.erase("vm");
  CHECK(variant(solve(jobs(2000), catalog), "full VMs only").status == plan::Status::infeasible);
}
