// Figures that nobody has published count as nothing in a plan. Where they could turn the choice the plan says so, and
// the choice indeed turns once the figure is given.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>

#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "support/sessions_world.hpp"

using namespace planner;
using namespace planner::testing;
using planner::units::GiB;
using planner::units::MiB;

namespace {

catalog::StartCurves curves(double seconds) {
  catalog::StartCurves c;
  c.reference_vcpus = 100;
  c.cold = {{0, {1, 1000}, {seconds, seconds}}};
  return c;
}

/// 2,000 sessions of 896 MiB, 0.25 vCPU and 2 s: containers take 6.84 hosts, gVisor 7.08, the microVM 7.81.
plan::SessionInputs churning() {
  plan::SessionInputs q = small_question();
  q.classes = {session_class("job", "any", 2000, 896.0 * MiB, 0.25)};
  q.classes[0].lifetime = 2.0 * units::second;
  q.classes[0].start_within = 0.5 * units::second;
  return q;
}

/// Everything is published of all boundaries, and starts are free.
catalog::Catalog all_published() {
  catalog::Catalog c = small_catalog();
  c.limits.pids = fact(100'000.0);
  for (auto& [id, b] : c.boundaries) {
    b.start.rate_ceiling = fact(10'000.0 / units::second);
    b.start.ceiling_vcpus = 100;
    b.start.cpu = fact(0.0 * (units::vcpu * units::second));
    b.start.curves = curves(0.1);
    b.objects.processes = fact(1.0);
  }
  return c;
}

struct Figure {
  std::string name{};
  std::function<void(catalog::Boundary&)> hide{}, make_bad{};
};

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all{
      {"the CPU time of one start", [](catalog::Boundary& b) { b.start.cpu = {}; },
       [](catalog::Boundary& b) { b.start.cpu = fact(1.0 * (units::vcpu * units::second)); }},
      {"how many starts a host can carry",
       [](catalog::Boundary& b) {
         b.start.rate_ceiling = {};
         b.start.curves = {};
       },
       [](catalog::Boundary& b) {
         b.start.rate_ceiling = fact(10.0 / units::second);
         b.start.curves = {};
       }},
      {"its processes and threads on the host", [](catalog::Boundary& b) { b.objects.processes = {}; },
       [](catalog::Boundary& b) { b.objects.processes = fact(1000.0); }},
      {"the p99 of a start", [](catalog::Boundary& b) { b.start.curves = {}; },
       [](catalog::Boundary& b) { b.start.curves = curves(0.6); }},
  };
  return all;
}

const plan::Reliance* reliance(const plan::SessionPlan& p, const std::string& figure) {
  for (const plan::Reliance& r : p.rests_on)
    if (r.figure == figure) return &r;
  return nullptr;
}

}  // namespace

TEST_CASE("a plan of published figures rests on nothing else", "[sessions][unknown]") {
  const plan::SessionPlan p = plan::compiled::plan_sessions(all_published(), churning());
  REQUIRE(p.tiers.at(0).boundary == "container");
  CHECK(p.rests_on.empty());
}

TEST_CASE("a figure that could turn the choice is named, and turns it once it is given", "[sessions][unknown]") {
  for (const Figure& figure : figures()) {
    INFO(figure.name);
    catalog::Catalog c = all_published();
    figure.make_bad(c.boundaries.at("microvm"));
    figure.hide(c.boundaries.at("container"));
    plan::SessionInputs named = churning();
    named.classes[0].boundaries = {"container", "gvisor", "microvm"};
    const plan::SessionPlan hidden = plan::compiled::plan_sessions(c, named);
    REQUIRE(hidden.tiers.at(0).boundary == "container");
    const plan::Reliance* const r = reliance(hidden, figure.name);
    REQUIRE(r);
    CHECK(r->session_class == "job");
    CHECK(r->boundary == "container");
    CHECK(r->turns_choice);
    CHECK(r->consequence.find("as published of microvm") != std::string::npos);
    CHECK(r->consequence.find("gvisor would be cheaper") != std::string::npos);

    figure.make_bad(c.boundaries.at("container"));
    const plan::SessionPlan given = plan::compiled::plan_sessions(c, churning());
    CHECK(given.tiers.at(0).boundary == "gvisor");
    CHECK_FALSE(reliance(given, figure.name));
  }
}

TEST_CASE("an option that wins only by what it is not known to take is set aside", "[sessions][unknown]") {
  for (const Figure& figure : {figures()[0], figures()[2]}) {
    INFO(figure.name);
    catalog::Catalog c = all_published();
    figure.make_bad(c.boundaries.at("microvm"));
    figure.hide(c.boundaries.at("container"));
    const plan::SessionPlan p = plan::compiled::plan_sessions(c, churning());
    CHECK(p.tiers.at(0).boundary == "gvisor");
    CHECK(p.rests_on.empty());
    CHECK(p.proven);
    const auto r = std::find_if(p.rejected.begin(), p.rejected.end(),
                                [](const plan::Rejected& x) { return x.code == "unknown.decides"; });
    REQUIRE(r != p.rejected.end());
    CHECK(r->option == "container");
    CHECK(r->reason.find(figure.name) != std::string::npos);
    CHECK(r->reason.find("as published of microvm") != std::string::npos);
    CHECK(r->change == "measure it, or name container under `boundaries`");
  }
}

TEST_CASE("an unpublished number of addresses decides no choice of a host in silence", "[sessions][unknown]") {
  catalog::Catalog c = all_published();
  plan::SessionInputs q = churning();
  q.hosts = {"balanced", "large"};
  q.policy.network = plan::Network::vpc_ip;
  c.hosts.at("large").max_ips = fact(200.0);
  // 2,000 sessions take 6.84 balanced hosts at 4 USD/h by memory; with 200 addresses 10, on either host.
  const plan::SessionPlan p = plan::compiled::plan_sessions(c, q);
  REQUIRE(p.tiers.at(0).host == "balanced");
  const plan::Reliance* const r = reliance(p, "how many addresses one balanced can have");
  REQUIRE(r);
  CHECK_FALSE(r->turns_choice);
  CHECK(r->consequence.find("with 200, as published of large") != std::string::npos);

  c.hosts.at("balanced").price.on_demand = fact(5.0 * units::usd_per_h);
  c.hosts.at("large").max_ips = fact(250.0);
  c.hosts["other"] = c.hosts.at("balanced");
  c.hosts.at("other").id = "other";
  c.hosts.at("other").max_ips = fact(100.0);  // known of a host that is no candidate: 20 balanced hosts, 100 USD/h
  const plan::SessionPlan set_aside = plan::compiled::plan_sessions(c, q);
  CHECK(set_aside.tiers.at(0).host == "large");  // 8 hosts, 48 USD/h
  CHECK(std::any_of(set_aside.rejected.begin(), set_aside.rejected.end(), [](const plan::Rejected& x) {
    return x.code == "unknown.decides" && x.option == "balanced";
  }));
}

TEST_CASE("every limit that applies and is not published is listed", "[sessions][unknown]") {
  struct Limit {
    const char* word;
    std::function<void(plan::SessionPolicy&)> apply;
    std::function<void(catalog::Catalog&)> publish;
  };
  using Policy = plan::SessionPolicy;
  const auto bridge = [](Policy& p) { p.network = plan::Network::bridge; };
  const auto addresses = [](Policy& p) { p.network = plan::Network::vpc_ip; };
  const auto kubernetes = [](Policy& p) { p.orchestrator = plan::Orchestrator::kubernetes; };
  const std::vector<Limit> limits{
      {"processes and threads", [](Policy&) {}, [](catalog::Catalog& c) { c.limits.pids = fact(1e5); }},
      {"files", [](Policy&) {}, [](catalog::Catalog& c) { c.boundaries.at("microvm").objects.files = fact(3.0); }},
      {"ports of a network bridge", bridge, [](catalog::Catalog& c) { c.limits.ports_per_bridge = fact(1023.0); }},
      {"ports of a network bridge", bridge,
       [](catalog::Catalog& c) { c.boundaries.at("microvm").objects.taps = fact(1.0); }},
      {"addresses that one balanced", addresses, [](catalog::Catalog& c) { c.hosts.at("balanced").max_ips = fact(900.0); }},
      {"pods of a node", kubernetes, [](catalog::Catalog& c) { c.limits.pods_per_node = fact(110.0); }},
      {"addresses of a node", kubernetes, [](catalog::Catalog& c) { c.limits.ips_per_range = fact(254.0); }}};
  const auto mentions = [](const plan::SessionPlan& p, const std::string& word) {
    return std::any_of(p.unknown.begin(), p.unknown.end(), [&](const plan::Unknown& u) {
      return u.what.find(word) != std::string::npos && !u.matters_from.empty();
    });
  };
  for (const Limit& limit : limits) {
    CAPTURE(limit.word);
    catalog::Catalog c = small_catalog();
    plan::SessionInputs q = small_question();
    q.classes = {session_class("job", "anonymous", 2000, 896.0 * MiB, 0.25)};
    limit.apply(q.policy);
    CHECK(mentions(plan::compiled::plan_sessions(c, q), limit.word));
    for (const Limit& same : limits)
      if (std::string(same.word) == limit.word) same.publish(c);
    const bool never_known = std::string(limit.word) == "files" || std::string(limit.word) == "processes and threads";
    CHECK(mentions(plan::compiled::plan_sessions(c, q), limit.word) == never_known);
  }
}

TEST_CASE("a missing figure that could not turn the choice is not made much of", "[sessions][unknown]") {
  for (const Figure& figure : figures()) {
    INFO(figure.name);
    catalog::Catalog c = all_published();
    figure.hide(c.boundaries.at("container"));
    CHECK(plan::compiled::plan_sessions(c, churning()).rests_on.empty());
  }
}

TEST_CASE("where every option lacks the figure, the plan says what more hosts it could ask for", "[sessions][unknown]") {
  catalog::Catalog c = all_published();
  for (auto& [id, b] : c.boundaries) b.start.cpu = {};
  c.boundaries.at("microvm").start.cpu = fact(1.0 * (units::vcpu * units::second));
  c.boundaries.at("microvm").loss[0].fraction = {};  // it is no rival: its loss for this work is unpublished
  const plan::SessionPlan p = plan::compiled::plan_sessions(c, churning());
  REQUIRE(p.rests_on.size() == 1);
  CHECK_FALSE(p.rests_on[0].turns_choice);
  // By memory 2,000 * 896 / 262,144 = 6.836 hosts; by CPU at most 2,000 * (0.25 + 1 / 2) / 100 = 15: 8.164 * 4 USD/h.
  CHECK(p.rests_on[0].consequence ==
        "with 1 vCPU-seconds, as published of microvm, it would cost 32.66 USD/h more");
}

TEST_CASE("the part that a vGPU keeps for itself is counted where it is known", "[sessions][unknown][gpu]") {
  const std::string file = "examples/untrusted-50k.json";
  io::SessionScenario s = io::read_session_scenario(io::read_scenario_text(file), file, io::builtin_catalog());
  const auto mode = [&](const plan::SessionPlan& p) {
    for (const plan::Tier& t : p.tiers)
      if (t.session_class == "gpu-small") return t.gpu_mode;
    return std::string();
  };
  const plan::SessionPlan hidden = plan::compiled::plan_sessions(s.catalog, s.inputs);
  CHECK(mode(hidden) == "mig-vgpu");
  const plan::Reliance* const r = reliance(hidden, "the GPU memory that a vGPU keeps for itself");
  REQUIRE(r);
  CHECK(r->turns_choice);

  s.catalog.gpu_sharing.vgpu_reserve = fact(0.25 * GiB);
  const plan::SessionPlan small = plan::compiled::plan_sessions(s.catalog, s.inputs);
  CHECK(mode(small) == "mig-vgpu");
  CHECK_FALSE(reliance(small, "the GPU memory that a vGPU keeps for itself"));

  s.catalog.gpu_sharing.vgpu_reserve = fact(0.5 * GiB);
  CHECK(mode(plan::compiled::plan_sessions(s.catalog, s.inputs)) == "whole");
}
