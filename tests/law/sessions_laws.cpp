// What holds of every plan of sessions, on random questions over the built-in catalog.
#include <catch2/catch.hpp>

#include "planner/plan/sessions.hpp"
#include "planner/report/verify.hpp"
#include "support/random_sessions.hpp"

using namespace planner;
using planner::testing::RandomSessions;

namespace {

constexpr unsigned questions = 60;
constexpr double tolerance = 1 + 1e-9;

const catalog::Catalog& known() { return io::builtin_catalog(); }

plan::SessionInputs with_more_sessions(plan::SessionInputs q, double factor) {
  for (plan::SessionClass& c : q.classes) c.concurrent = whole_up(factor * c.concurrent);
  return q;
}

template <class Change>
catalog::Catalog with_hosts(Change change) {
  catalog::Catalog c = known();
  for (auto& [id, host] : c.hosts) change(host);
  return c;
}

void scale(Fact<UsdPerTime>& price, double factor) {
  if (price.known()) price.estimate = Estimate<UsdPerTime>::exactly(factor * price.value());
}

}  // namespace

TEST_CASE("the same question has the same answer", "[sessions]") {
  for (unsigned seed = 0; seed < questions / 3; ++seed) {
    CAPTURE(seed);
    const plan::SessionInputs q = RandomSessions(seed).question();
    const plan::SessionPlan a = plan::plan_sessions(known(), q), b = plan::plan_sessions(known(), q);
    CHECK(a.usd == b.usd);
    REQUIRE(a.tiers.size() == b.tiers.size());
    for (std::size_t i = 0; i < a.tiers.size(); ++i) {
      CHECK(a.tiers[i].boundary == b.tiers[i].boundary);
      CHECK(a.tiers[i].host == b.tiers[i].host);
      CHECK(a.tiers[i].hosts == b.tiers[i].hosts);
    }
  }
}

TEST_CASE("no plan is cheaper than its bounds, and a proven one meets them", "[sessions]") {
  int proven = 0, ok = 0;
  for (unsigned seed = 0; seed < questions; ++seed) {
    CAPTURE(seed);
    const plan::SessionPlan p = plan::plan_sessions(known(), RandomSessions(seed).question());
    if (p.status != plan::Status::ok) continue;
    ++ok;
    proven += p.proven_total;
    CHECK(p.base_usd * tolerance >= p.lower_bound_usd);
    CHECK(p.usd * tolerance >= p.lower_bound_total_usd);
    if (p.proven) CHECK(p.base_usd <= p.lower_bound_usd * tolerance);
    if (p.proven_total) CHECK(p.usd <= p.lower_bound_total_usd * tolerance);
    for (const plan::Pool& pool : p.pools) CHECK(pool.hosts >= pool.lower_bound_hosts);
  }
  CHECK(ok > static_cast<int>(questions) / 2);
  CHECK(proven > ok / 2);
}

TEST_CASE("every number of a plan follows from its derivation", "[sessions]") {
  for (unsigned seed = 0; seed < questions; ++seed) {
    CAPTURE(seed);
    Trace trace;
    const plan::SessionPlan p = plan::plan_sessions(known(), RandomSessions(seed).question(), &trace);
    for (const report::TraceFault& f : report::verify(trace)) FAIL_CHECK(f.id << ": " << f.what);
    if (p.status == plan::Status::ok) CHECK(trace.steps().size() > 50);
  }
}

TEST_CASE("hosts hold every session of the plan", "[sessions]") {
  for (unsigned seed = 0; seed < questions; ++seed) {
    CAPTURE(seed);
    const plan::SessionInputs q = RandomSessions(seed).question();
    const plan::SessionPlan p = plan::plan_sessions(known(), q);
    std::map<std::string, double> held;
    for (const plan::Pool& pool : p.pools) {
      double hosts = 0;
      for (const plan::HostPattern& pattern : pool.patterns) {
        hosts += pattern.hosts;
        for (const plan::PatternPart& part : pattern.holds) held[part.session_class] += pattern.hosts * part.sessions;
      }
      CHECK(hosts == pool.hosts);
    }
    for (const plan::Tier& t : p.tiers) {
      CAPTURE(t.session_class);
      if (t.gpu_mode.empty()) CHECK(held[t.session_class] == t.sessions.base());
      else CHECK(held[t.session_class] >= t.sessions.base());
    }
  }
}

TEST_CASE("shares of classes add up to their pools", "[sessions]") {
  for (unsigned seed = 0; seed < questions; ++seed) {
    CAPTURE(seed);
    const plan::SessionPlan p = plan::plan_sessions(known(), RandomSessions(seed).question());
    double hosts = 0, all = p.base_hosts;
    UsdPerTime usd{};
    for (const plan::Tier& t : p.tiers) {
      hosts += t.hosts;
      usd += t.usd;
    }
    for (const plan::WarmPool& w : p.warm_pools) all += w.hosts;
    for (const plan::Headroom& h : p.headroom) {
      all += h.hosts;
      CHECK(h.hosts == Approx(h.zone_loss + h.failures + h.drain + h.rounding).margin(1e-9));
    }
    CHECK(hosts == Approx(p.base_hosts));
    CHECK(usd.base() == Approx(p.base_usd.base()));
    CHECK(all == Approx(p.hosts));
  }
}

TEST_CASE("more sessions never have a cheaper bound", "[sessions]") {
  for (unsigned seed = 0; seed < questions; ++seed) {
    CAPTURE(seed);
    const plan::SessionInputs q = RandomSessions(seed).question();
    const plan::SessionPlan p = plan::plan_sessions(known(), q),
                            more = plan::plan_sessions(known(), with_more_sessions(q, 1.1));
    CHECK(more.status == p.status);
    CHECK(more.lower_bound_usd * tolerance >= p.lower_bound_usd);
    CHECK(more.lower_bound_total_usd * tolerance >= p.lower_bound_total_usd);
  }
}

TEST_CASE("with one host type, more sessions never take fewer hosts in a proven plan", "[sessions]") {
  for (unsigned seed = 0; seed < questions; ++seed) {
    CAPTURE(seed);
    plan::SessionInputs q = RandomSessions(seed).question();
    q.hosts = {"aws/m7i.metal-48xl"};
    std::erase_if(q.classes, [](const plan::SessionClass& c) { return c.gpu.has_value(); });
    if (q.classes.empty()) continue;
    const plan::SessionPlan p = plan::plan_sessions(known(), q),
                            more = plan::plan_sessions(known(), with_more_sessions(q, 1.1));
    if (!p.proven || !more.proven) continue;
    CHECK(more.base_hosts >= p.base_hosts);
    CHECK(*p.lower_bound_hosts <= p.base_hosts);
  }
}

TEST_CASE("more memory on a host at the same price is never dearer", "[sessions]") {
  const catalog::Catalog larger = with_hosts([](catalog::Host& h) {
    if (h.memory.known()) h.memory.estimate = Estimate<Bytes>::exactly(1.25 * h.memory.value());
  });
  for (unsigned seed = 0; seed < questions; ++seed) {
    CAPTURE(seed);
    const plan::SessionInputs q = RandomSessions(seed).question();
    const plan::SessionPlan p = plan::plan_sessions(known(), q), roomier = plan::plan_sessions(larger, q);
    CHECK(roomier.lower_bound_usd <= p.lower_bound_usd * tolerance);
    if (p.proven_total && roomier.proven_total) CHECK(roomier.usd <= p.usd * tolerance);
  }
}

TEST_CASE("scaling all prices scales the cost", "[sessions]") {
  const catalog::Catalog dearer = with_hosts([](catalog::Host& h) { scale(h.price.on_demand, 2.0); });
  for (unsigned seed = 0; seed < questions; ++seed) {
    CAPTURE(seed);
    plan::SessionInputs q = RandomSessions(seed).question();
    const plan::SessionPlan p = plan::plan_sessions(known(), q);
    *q.policy.network_disk = 2.0 * *q.policy.network_disk;
    if (q.policy.vgpu_licence_per_gpu_year) *q.policy.vgpu_licence_per_gpu_year = 2.0 * *q.policy.vgpu_licence_per_gpu_year;
    const plan::SessionPlan scaled = plan::plan_sessions(dearer, q);
    CHECK(scaled.usd.base() == Approx(2.0 * p.usd.base()));
    CHECK(scaled.base_usd.base() == Approx(2.0 * p.base_usd.base()));
    CHECK(scaled.lower_bound_usd.base() == Approx(2.0 * p.lower_bound_usd.base()));
  }
}

TEST_CASE("another host type to choose from never makes a proven plan dearer", "[sessions]") {
  for (unsigned seed = 0; seed < questions; ++seed) {
    CAPTURE(seed);
    plan::SessionInputs q = RandomSessions(seed).question();
    const plan::SessionPlan few = plan::plan_sessions(known(), q);
    q.hosts = {"aws/c7i.metal-48xl", "aws/m7i.metal-48xl", "aws/m7a.metal-48xl", "aws/r7i.metal-48xl"};
    q.gpu_hosts = {"aws/g4dn.metal", "aws/p5.48xlarge", "aws/g5.48xlarge"};
    const plan::SessionPlan many = plan::plan_sessions(known(), q);
    if (few.status == plan::Status::ok && many.proven_total) CHECK(many.usd <= few.usd * tolerance);
  }
}

TEST_CASE("a boundary with every overhead at least as large is never denser", "[sessions]") {
  catalog::Catalog c = known();
  for (const char* id : {"firecracker", "gvisor-systrap", "kata-fc"}) {
    catalog::Boundary worse = c.boundaries.at(id);
    worse.id = "worse-" + worse.id;
    worse.memory.fixed.estimate = Estimate<Bytes>::exactly(1.3 * worse.memory.fixed.value());
    for (catalog::CpuLoss& loss : worse.loss)
      if (loss.fraction.known()) loss.fraction.estimate = Estimate<double>::exactly(loss.fraction.value() + 0.03);
    c.boundaries[worse.id] = worse;
  }
  const auto density = [](const plan::SessionPlan& p, const std::string& id) {
    return std::ranges::find(p.comparison, id, &plan::ComparisonRow::boundary)->density_vs_container;
  };
  for (unsigned seed = 0; seed < questions / 2; ++seed) {
    CAPTURE(seed);
    const plan::SessionPlan p = plan::plan_sessions(c, RandomSessions(seed).question());
    for (const plan::ComparisonRow& row : p.comparison)
      if (row.density_vs_container && row.boundary != "container-runc") CHECK(*row.density_vs_container <= 1.0);
    for (const std::string id : {"firecracker", "gvisor-systrap", "kata-fc"}) {
      if (p.comparison.empty()) continue;
      const auto better = density(p, id), worse = density(p, "worse-" + id);
      if (better && worse) CHECK(*worse <= *better);
    }
  }
}
