// What holds of every plan of sessions, on random questions over the built-in catalog.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "planner/plan/sessions.hpp"
#include "planner/report/verify.hpp"
#include "support/random_sessions.hpp"

using namespace planner;
using plan::SessionInputs;
using plan::SessionPlan;
using planner::testing::RandomSessions;

namespace {

constexpr double tolerance = 1 + 1e-9;
/// A bound is worked out from prices that a search in floating point found, and rounded down by its error: the bounds of
/// two questions with the same optimum may differ by parts in 1e9 (docs/design/packing.md).
constexpr double same_bound = 1 + 1e-7;

const catalog::Catalog& known() { return io::builtin_catalog(); }
SessionInputs question(unsigned seed) { return RandomSessions(seed).question(); }
SessionPlan answer(const SessionInputs& q) { return plan::plan_sessions(known(), q); }

SessionInputs with_more_sessions(SessionInputs q, double factor) {
  for (plan::SessionClass& c : q.classes) c.concurrent = whole_up(factor * c.concurrent);
  return q;
}

template <class Change>
catalog::Catalog with_hosts(Change change) {
  catalog::Catalog c = known();
  for (auto& [id, host] : c.hosts) change(host);
  return c;
}

void deterministic(unsigned seed) {
  const SessionInputs q = question(seed);
  const SessionPlan a = answer(q), b = answer(q);
  CHECK(a.usd == b.usd);
  REQUIRE(a.tiers.size() == b.tiers.size());
  for (std::size_t i = 0; i < a.tiers.size(); ++i) {
    CHECK(a.tiers[i].boundary == b.tiers[i].boundary);
    CHECK(a.tiers[i].host == b.tiers[i].host);
    CHECK(a.tiers[i].hosts == b.tiers[i].hosts);
  }
}

void at_or_above_its_bounds(unsigned seed) {
  const SessionPlan p = answer(question(seed));
  if (p.status != plan::Status::ok) return;
  CHECK(p.base_usd * tolerance >= p.lower_bound_usd);
  CHECK(p.usd * tolerance >= p.lower_bound_total_usd);
  constexpr double proof = 1 + plan::sessions::proof_gap;
  if (p.proven) CHECK(p.base_usd <= p.lower_bound_usd * proof);
  if (p.proven_total) CHECK(p.usd <= p.lower_bound_total_usd * proof);
  for (const plan::Pool& pool : p.pools) CHECK(pool.hosts >= pool.lower_bound_hosts);
}

void derived(unsigned seed) {
  Trace trace;
  const SessionPlan p = plan::plan_sessions(known(), question(seed), &trace);
  for (const report::TraceFault& f : report::verify(trace)) FAIL_CHECK(f.id << ": " << f.what);
  if (p.status == plan::Status::ok) CHECK(trace.steps().size() > 50);
}

void every_session_has_a_place(unsigned seed) {
  const SessionPlan p = answer(question(seed));
  std::map<std::string, double> held;
  for (const plan::Pool& pool : p.pools) {
    double hosts = 0;
    for (const plan::HostPattern& pattern : pool.patterns) {
      hosts += pattern.hosts;
      for (const plan::PatternPart& part : pattern.holds) held[part.session_class] += pattern.hosts * part.sessions;
    }
    CHECK(hosts == pool.hosts);
  }
  for (const plan::Tier& t : p.tiers) held[t.session_class] -= t.sessions.base();
  for (const plan::Tier& t : p.tiers) {
    CAPTURE(t.session_class);
    CHECK(held[t.session_class] >= 0.0);
    if (t.gpu_mode.empty()) CHECK(held[t.session_class] == 0.0);
  }
}

void parts_add_up(unsigned seed) {
  const SessionPlan p = answer(question(seed));
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

void more_sessions_cost_no_less(unsigned seed) {
  const SessionInputs q = question(seed);
  const SessionPlan p = answer(q), more = answer(with_more_sessions(q, 1.1));
  CHECK(more.status == p.status);
  CHECK(more.lower_bound_usd * tolerance >= p.lower_bound_usd);
  CHECK(more.usd * tolerance >= p.lower_bound_total_usd);
}

void more_sessions_take_no_fewer_hosts(unsigned seed) {
  SessionInputs q = question(seed);
  q.hosts = {"aws/m7i.metal-48xl"};
  std::erase_if(q.classes, [](const plan::SessionClass& c) { return c.gpu.has_value(); });
  if (q.classes.empty()) return;
  const SessionPlan p = answer(q), more = answer(with_more_sessions(q, 1.1));
  if (!p.proven || !more.proven) return;
  CHECK(more.base_hosts >= p.base_hosts);
  if (p.lower_bound_hosts) CHECK(*p.lower_bound_hosts <= p.base_hosts);
}

void more_memory_is_no_dearer(unsigned seed) {
  static const catalog::Catalog roomy = with_hosts([](catalog::Host& h) {
    if (h.memory.known()) h.memory.estimate = Estimate<Bytes>::exactly(1.25 * h.memory.value());
  });
  const SessionInputs q = question(seed);
  const SessionPlan p = answer(q), roomier = plan::plan_sessions(roomy, q);
  if (p.status != plan::Status::ok) return;
  CHECK(roomier.lower_bound_usd <= p.lower_bound_usd * same_bound);
  CHECK(roomier.lower_bound_total_usd <= p.usd * tolerance);
  if (p.proven_total && roomier.proven_total) CHECK(roomier.usd <= p.usd * tolerance);
}

void cost_scales_with_prices(unsigned seed) {
  static const catalog::Catalog dearer = with_hosts([](catalog::Host& h) {
    Fact<UsdPerTime>& price = h.price.on_demand;
    if (price.known()) price.estimate = Estimate<UsdPerTime>::exactly(2.0 * price.value());
  });
  SessionInputs q = question(seed);
  const SessionPlan p = answer(q);
  *q.policy.network_disk = 2.0 * *q.policy.network_disk;
  auto& licence = q.policy.vgpu_licence_per_gpu_year;
  if (licence) *licence = 2.0 * *licence;
  const SessionPlan scaled = plan::plan_sessions(dearer, q);
  CHECK(scaled.usd.base() == Approx(2.0 * p.usd.base()));
  CHECK(scaled.base_usd.base() == Approx(2.0 * p.base_usd.base()));
  CHECK(scaled.lower_bound_usd.base() == Approx(2.0 * p.lower_bound_usd.base()));
}

void more_choice_is_no_dearer(unsigned seed) {
  SessionInputs q = question(seed);
  const SessionPlan few = answer(q);
  q.hosts = {"aws/c7i.metal-48xl", "aws/m7i.metal-48xl", "aws/m7a.metal-48xl", "aws/r7i.metal-48xl"};
  q.gpu_hosts = {"aws/g4dn.metal", "aws/p5.48xlarge", "aws/g5.48xlarge"};
  const SessionPlan many = answer(q);
  if (few.status != plan::Status::ok) return;
  CHECK(many.lower_bound_total_usd <= few.usd * tolerance);
  if (many.proven_total) CHECK(many.usd <= few.usd * tolerance);
}

void mixed_hosts_are_no_dearer(unsigned seed) {
  SessionInputs q = question(seed);
  q.policy.mixed_host_types = false;
  const SessionPlan one_type = answer(q);
  q.policy.mixed_host_types = true;
  const SessionPlan mixed = answer(q);
  if (one_type.status == plan::Status::ok) CHECK(mixed.usd <= one_type.usd * tolerance);
}

template <class T>
void scale(Fact<T>& fact, double factor) {
  if (fact.known()) fact.estimate = Estimate<T>::exactly(factor * fact.value());
}

/// Starts take longer and more CPU, and a host carries fewer of them.
void worsen_starts(catalog::StartFacts& start) {
  scale(start.cold, 1.2);
  scale(start.cpu, 1.3);
  scale(start.rate_ceiling, 0.8);
  for (catalog::StartCurve& curve : start.curves.cold)
    for (auto& seconds : curve.seconds)
      if (seconds) *seconds *= 1.2;
  for (double& cpu : start.curves.cpu_seconds_cold) cpu *= 1.3;
}

/// The built-in catalog with twins of some boundaries whose every overhead is larger.
catalog::Catalog with_worse_twins() {
  catalog::Catalog c = known();
  for (const char* id : {"firecracker", "gvisor-systrap", "kata-fc"}) {
    catalog::Boundary worse = c.boundaries.at(id);
    worse.id = "worse-" + worse.id;
    scale(worse.memory.fixed, 1.3);
    scale(worse.memory.shim, 1.3);
    scale(worse.memory.slope, 1.1);
    scale(worse.objects.processes, 2.0);
    worsen_starts(worse.start);
    for (catalog::CpuLoss& loss : worse.loss)
      if (loss.fraction.known()) loss.fraction.estimate = Estimate<double>::exactly(loss.fraction.value() + 0.03);
    c.boundaries[worse.id] = worse;
  }
  return c;
}

void larger_overheads_are_no_denser(unsigned seed) {
  static const catalog::Catalog twins = with_worse_twins();
  const SessionPlan p = plan::plan_sessions(twins, question(seed));
  std::map<std::string, double> density;
  for (const plan::ComparisonRow& row : p.comparison)
    if (row.density_vs_container) density[row.boundary] = *row.density_vs_container;
  for (const auto& [boundary, value] : density) {
    CAPTURE(boundary);
    CHECK(value <= 1.0);
    if (boundary.starts_with("worse-")) CHECK(value <= density.at(boundary.substr(6)));
  }
}

struct Law {
  const char* name;
  void (*holds)(unsigned seed);
};
constexpr std::array laws{
    Law{"the same question has the same answer", deterministic},
    Law{"no plan is cheaper than its bounds, and a proven one meets them", at_or_above_its_bounds},
    Law{"every number follows from its derivation", derived},
    Law{"hosts hold every session", every_session_has_a_place},
    Law{"classes add up to pools, and parts to the whole", parts_add_up},
    Law{"more sessions never have a cheaper bound", more_sessions_cost_no_less},
    Law{"with one host type, more sessions never take fewer hosts in a proven plan", more_sessions_take_no_fewer_hosts},
    Law{"more memory on a host at the same price is never dearer", more_memory_is_no_dearer},
    Law{"scaling all prices scales the cost", cost_scales_with_prices},
    Law{"more hosts to choose from are never dearer", more_choice_is_no_dearer},
    Law{"leave to mix host types is never dearer", mixed_hosts_are_no_dearer},
    Law{"a boundary with every overhead at least as large is never denser", larger_overheads_are_no_denser}};

void check_laws(unsigned first, unsigned last) {
  for (const Law& law : laws)
    for (unsigned seed = first; seed < last; ++seed) {
      CAPTURE(law.name, seed);
      law.holds(seed);
    }
}

}  // namespace

TEST_CASE("laws of sessions plans", "[sessions]") { check_laws(0, 6); }
TEST_CASE("laws of sessions plans on many questions", "[sessions][slow]") { check_laws(6, 100); }

TEST_CASE("most plans are proven", "[sessions]") {
  int proven = 0, ok = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const SessionPlan p = answer(question(seed));
    ok += p.status == plan::Status::ok;
    proven += p.proven_total;
  }
  CHECK(ok > 10);
  CHECK(proven > ok / 3);
}
