// Plans worked out by hand on a small world with round numbers.
#include <catch2/catch.hpp>
#include <map>

#include "planner/plan/sessions.hpp"
#include "support/sessions_world.hpp"

using namespace planner;
using namespace planner::testing;
using planner::units::GiB;
using planner::units::MiB;

namespace {

const plan::ComparisonRow& row(const plan::SessionPlan& p, const std::string& boundary) {
  for (const plan::ComparisonRow& r : p.comparison)
    if (r.boundary == boundary) return r;
  throw std::runtime_error("no row " + boundary);
}

}  // namespace

// 2,000 sessions of 896 MiB and 0.25 vCPU on hosts of 100 vCPU and 256 GiB = 262,144 MiB at 4 USD/h.
//   microVM: 896 + 128 = 1,024 MiB -> 256 per host by memory, 100 / 0.25 = 400 by CPU -> 2,000 / 256 = 7.8 -> 8 hosts
//   container: 896 MiB -> 262,144 / 896 = 292.6 -> 292 -> 6.85 -> 7 hosts; density of the microVM 7 / 8
//   gVisor: 896 + 32 = 928 MiB -> 282 -> 7.09 -> 8 hosts
TEST_CASE("one class of untrusted code goes behind the only boundary with a kernel of its own", "[sessions]") {
  const catalog::Catalog catalog = small_catalog();
  plan::SessionInputs q = small_question();
  q.classes = {session_class("job", "anonymous", 2000, 896.0 * MiB, 0.25)};
  const plan::SessionPlan p = plan::plan_sessions(catalog, q);

  REQUIRE(p.status == plan::Status::ok);
  CHECK(p.base_hosts == 8);
  CHECK(p.base_usd.in(units::usd_per_h) == Approx(32));
  CHECK(p.lower_bound_usd.in(units::usd_per_h) == Approx(32));
  CHECK(p.proven);
  REQUIRE(p.tiers.size() == 1);
  CHECK(p.tiers[0].boundary == "microvm");
  CHECK(p.tiers[0].sessions_per_host == 256);
  CHECK(p.tiers[0].binding == "memory");
  REQUIRE(p.pools.size() == 1);
  REQUIRE(p.pools[0].patterns.size() == 2);
  CHECK(p.pools[0].patterns[0].hosts == 7);
  CHECK(p.pools[0].patterns[1].holds[0].sessions == 2000 - 7 * 256);

  CHECK(*row(p, "container").hosts == 7);
  CHECK(row(p, "container").status == plan::Status::forbidden);
  CHECK(*row(p, "gvisor").hosts == 8);
  CHECK(*row(p, "microvm").density_vs_container == Approx(7.0 / 8.0));
  CHECK(*row(p, "microvm").extra_hosts == 1);
  CHECK(row(p, "microvm").extra_usd->in(units::usd_per_h) == Approx(4));
}

// 600 sessions of 896 + 128 = 1,024 MiB and 0.1 vCPU. A balanced host holds 256 for 4 USD/h, a large one 512 for 6.
//   one type: 3 balanced hosts or 2 large ones, 12 USD/h either way
//   mixed: one large host with 512, one balanced with the other 88: 10 USD/h
//   no mix costs less: 600 sessions take 600 / 512 * 6 = 7.03 USD/h, and the next
//   sums of fours and sixes are 8 (two balanced hosts: 512 < 600 sessions) and 10
TEST_CASE("a pool may use two host types where the policy allows it", "[sessions]") {
  const catalog::Catalog catalog = small_catalog();
  plan::SessionInputs q = small_question();
  q.hosts = {"balanced", "large"};
  q.classes = {session_class("job", "anonymous", 600, 896.0 * MiB, 0.1)};
  CHECK(plan::plan_sessions(catalog, q).usd.in(units::usd_per_h) == Approx(12));

  q.policy.mixed_host_types = true;
  const plan::SessionPlan p = plan::plan_sessions(catalog, q);
  CHECK(p.usd.in(units::usd_per_h) == Approx(10));
  CHECK(p.hosts == 2);
  REQUIRE(p.tiers.size() == 2);
  std::map<std::string, double> sessions;
  for (const plan::Tier& t : p.tiers) sessions[t.host] = t.sessions.base();
  CHECK(sessions["large"] + sessions["balanced"] == 600);
  CHECK(sessions["balanced"] >= 88);
  CHECK(sessions["balanced"] <= 256);
  CHECK(p.lower_bound_usd.in(units::usd_per_h) == Approx(10));
  CHECK(p.proven);
}
