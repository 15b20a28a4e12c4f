#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <memory>
#include <type_traits>

#include "planner/base/error.hpp"
#include "planner/io/worlds.hpp"
#include "planner/plan/compiled.hpp"
#include "report/compare/closed_form.hpp"
#include "support/builtin.hpp"

// A sweep by closed form reads again only what its paths lead into. Every point of it must be what reading the changed
// scenario from its first letter gives: the same price, or the same words about what is wrong.
using namespace planner;
using planner::testing::known;
using Texts = std::vector<std::string>;

namespace {

template <class Scenario>
Scenario read(const std::string& text, const Texts& changes) {
  if constexpr (std::is_same_v<Scenario, io::SessionScenario>) {
    return io::read_session_scenario(text, "s.json", known(), changes);
  } else {
    return io::read_model_scenario(text, "s.json", known(), changes);
  }
}

auto pricer_of(const io::SessionScenario& s) { return plan::compiled::session_pricer(s.catalog, s.inputs, 0); }
auto pricer_of(const io::ModelScenario& s) { return plan::compiled::model_pricer(s.catalog, s.inputs, 0); }

/// A price in words, so that faults and prices compare alike.
std::string told(const plan::uncertain::Price& p) {
  return p.served ? fmt::format("{} USD/h, {} hosts, {} GPUs", p.usd, p.hosts, p.gpus) : "does not fit";
}

/// The settled design of a scenario, priced at inputs that are handed to it.
template <class Scenario>
class Design {
 public:
  explicit Design(const std::string& text) : scenario_(read<Scenario>(text, {})), pricer_(pricer_of(scenario_)) {}

  template <class Read>
  std::string price(Read&& read_inputs) {
    try {
      scenario_.inputs = read_inputs();
    } catch (const InputError& fault) {
      return to_string(fault.issues().front());
    }
    std::vector<plan::uncertain::Price> prices;
    pricer_->price(1, prices);
    return told(prices.front());
  }

 private:
  Scenario scenario_;
  std::unique_ptr<plan::uncertain::DesignPricer> pricer_;
};

/// What varies, and points one after the other: what one leaves behind must not be seen at the next.
struct Study {
  Texts paths{};
  std::vector<Texts> points{};
};

template <class Scenario>
void check_all(const std::string& text, const std::vector<Study>& studies) {
  Design<Scenario> design(text);
  std::size_t priced = 0, faulty = 0;
  for (const Study& study : studies) {
    io::Worlds<Scenario> worlds(text, "s.json", known());
    worlds.vary(study.paths);
    for (const Texts& values : study.points) {
      Texts changes;
      for (std::size_t i = 0; i < values.size(); ++i) changes.push_back(study.paths[i] + "=" + values[i]);
      CAPTURE(changes);
      const std::string whole = design.price([&] { return read<Scenario>(text, changes).inputs; });
      CHECK(design.price([&] { return worlds.change(values).inputs; }) == whole);
      ++(whole.find("USD/h") != std::string::npos ? priced : faulty);
    }
  }
  CHECK(priced > studies.size() / 2);  // both kinds are compared
  CHECK(faulty > studies.size() / 2);
}

const char* const sessions = R"({"sessions": {
  "classes": [
    {"name": "snippet", "concurrent": 3000, "trust": "anonymous", "memory": "256 MiB",
     "memory_used": {"mean": "110 MiB", "p99": "240 MiB"}, "vcpu": 0.04, "lifetime": "45 s", "start_within": "500 ms"},
    {"name": "tools", "concurrent": {"low": 300, "typical": 400, "high": 700}, "trust": "customer",
     "memory_gib": 0.5, "vcpu": 0.05, "lifetime": "10 min"},
    {"name": "learner", "concurrent": 30, "trust": "customer", "memory": "8 GiB", "vcpu": 2, "lifetime": "40 min",
     "gpu": {"memory": "9 GiB", "compute": 0.05, "of": "h100-sxm"}}
  ],
  "hosts": ["aws/m7i.metal-48xl"], "gpu_hosts": ["aws/p5.48xlarge"], "policy": {"zones": 3, "survive_zones": 1}}})";

const std::vector<Study> session_studies{
    {{"sessions.classes.0.concurrent"}, {{"100"}, {"-5"}, {"40000"}, {"0"}, {"1.5"}, {"2e9"}}},
    {{"sessions.classes.snippet.memory"}, {{"200 MiB"}, {"5"}, {"0.5GiB"}, {"5 s"}, {"3 parsec"}}},
    {{"sessions.classes[1].lifetime"}, {{"20 min"}, {"0 s"}, {"1e-9 s"}, {"3 h"}}},
    {{"sessions.classes.snippet.memory_used.mean"}, {{"60 MiB"}, {"300 MiB"}, {"239 MiB"}, {"150 MiB"}}},
    {{"sessions.classes.0.memory_used.p50"}, {{"60 MiB"}}},
    {{"sessions.classes.tools.memory_used"}, {{"5"}}},
    {{"sessions.classes.tools.memory_used.mean", "sessions.classes.tools.memory_used.p99"},
     {{"90 MiB", "400 MiB"}, {"200 MiB", "400 MiB"}, {"90 MiB", "400 MiB"}}},
    {{"sessions.policy.memory_correlation", "sessions.classes.snippet.memory_used.mean"},
     {{"0.05", "110 MiB"}, {"0.2", "60 MiB"}, {"0.2", "110 MiB"}, {"0.05", "110 MiB"}}},
    {{"sessions.classes.tools.concurrent"}, {{"500"}, {"9000"}}},
    {{"sessions.classes.tools.concurrent.typical"}, {{"500"}, {"9000"}, {"300"}}},
    {{"sessions.classes.tools.concurrent.low"}, {{"100"}, {"9000"}}},
    {{"sessions.classes.tools.memory_gib"}, {{"1"}, {"0"}, {"2"}}},
    {{"sessions.classes.tools.memory"}, {{"1 GiB"}, {"2"}}},
    {{"sessions.classes.0.starts_per_s"}, {{"5"}}},
    {{"sessions.classes.0.start_within_s"}, {{"5"}}},
    {{"sessions.classes.0.name"}, {{"5"}}},
    {{"sessions.classes.0.trust"}, {{"5"}}},
    {{"sessions.classes.0.trsut"}, {{"5"}}},
    {{"sessions.classes.0"}, {{"5"}}},
    {{"sessions.classes"}, {{"5"}}},
    {{"sessions.classes.9.vcpu"}, {{"1"}}},
    {{"sessions.classes.+"}, {{"5"}, {"6"}}},
    {{"sessions.classes.0.gpu.memory"}, {{"9 GiB"}}},
    {{"sessions.classes.learner.gpu.memory"}, {{"20 GiB"}, {"200 GiB"}, {"0 GiB"}, {"2 GiB"}}},
    {{"sessions.classes.learner.gpu.count"}, {{"0.5"}, {"1"}}},
    {{"sessions.policy.zones"}, {{"2"}, {"1"}, {"4"}}},
    {{"sessions.policy.cpu_target"}, {{"0.5"}, {"70 %"}, {"3"}}},
    {{"sessions.policy"}, {{"3"}}},
    {{"sessions.policy.gpu_scrub", "sessions.classes.learner.concurrent"}, {{"30 s", "50"}, {"90 days", "1e9"}}},
    {{"sessions.classes.0.concurrent", "sessions.classes.tools.vcpu"}, {{"100", "0.1"}, {"-1", "-2"}, {"9000", "1"}}},
    {{"sessions.classes.0.concurrent", "sessions.classes.snippet.concurrent"}, {{"100", "200"}, {"200", "100"}}},
    {{"sessions.classes.0.concurrent", "sessions.policy.zones"}, {{"100", "2"}, {"100", "5"}}},
    {{"sessions.classes.0.memory_used", "sessions.classes.0.memory_used.mean"}, {{"5", "60 MiB"}, {"6", "60 MiB"}}},
    {{"sessions.classes.0.memory_used.mean", "sessions.classes.0.memory_used"}, {{"60 MiB", "5"}, {"60 MiB", "6"}}},
    {{"sessions.classes.0.vcpu=1"}, {{"2"}}},
};

const char* const models = R"({"models": {
  "services": [
    {"model": "meta-llama/Llama-3.1-8B",
     "demand": [{"team": "a", "requests_per_s": 3, "input_tokens": 900, "output_tokens": 200},
                {"team": "b", "requests_per_s": 1, "input_tokens": 500, "output_tokens": 100}]},
    {"name": "second", "model": "meta-llama/Llama-3.1-8B", "max_len": 8192,
     "demand": [{"team": "a", "requests_per_s": 2, "input_tokens": 900, "output_tokens": 200}]}
  ],
  "gpu_hosts": ["aws/p5.48xlarge"]}})";

const std::vector<Study> model_studies{
    {{"models.services.second.demand.0.requests_per_s"}, {{"20"}, {"-1"}, {"400"}}},
    {{"models.services.0.demand.b.requests_per_s"}, {{"20"}, {"200"}}},
    {{"models.services.0.demand.b.output_tokens"}, {{"400"}, {"1e6"}, {"50"}}},
    {{"models.services.second.max_len"}, {{"4096"}, {"1e7"}, {"500"}, {"8000"}}},
    {{"models.services.second.name"}, {{"5"}}},
    {{"models.services.second.tensor_parallel"}, {{"0"}, {"1"}}},
    {{"models.services.0.demand.+"}, {{"5"}, {"6"}}},
    {{"models.policy.utilization_target"}, {{"0.5"}, {"2"}}},
    {{"models.load.object_store", "models.services.0.demand.0.prefix_hit"}, {{"1 GB/s", "0.5"}, {"1 s", "2"}}},
};

}  // namespace

TEST_CASE("sessions with other numbers are read in part as they are read in whole") {
  check_all<io::SessionScenario>(sessions, session_studies);
}

TEST_CASE("models with other numbers are read in part as they are read in whole") {
  check_all<io::ModelScenario>(models, model_studies);
}

TEST_CASE("by closed form words settle a design and numbers are priced with it, in any order") {
  report::Sweep sweep{.text = sessions, .name = "s.json", .closed_form = true};
  sweep.axes = {{"sessions.classes.tools.boundaries", {R"(["gvisor"])", R"(["no-such"])", R"(["firecracker"])"}},
                {"sessions.classes.0.concurrent", {"100", "-5", "40000"}}};
  report::ClosedForm closed_form(sweep, known());
  for (const std::size_t point : {5U, 0U, 8U, 1U, 6U, 2U, 7U, 3U, 4U}) {
    const auto values = sweep.values_at(point);
    CAPTURE(values);
    const report::Outline row = closed_form.row(point).plan;
    std::string expected;
    try {
      auto s = read<io::SessionScenario>(sessions, {sweep.axes[0].path + "=" + values[0]});
      const auto pricer = pricer_of(s);
      s.inputs = read<io::SessionScenario>(sessions,
                                           {sweep.axes[0].path + "=" + values[0], sweep.axes[1].path + "=" + values[1]})
                     .inputs;
      std::vector<plan::uncertain::Price> prices;
      pricer->price(1, prices);
      expected = told(prices.front());
    } catch (const InputError& fault) {
      expected = to_string(fault.issues().front());
    }
    const auto shown = [&](const char* name) { return report::figure(row.figures, name).value(); };
    CHECK((row.status == "ok" ? told({.hosts = shown("hosts"), .gpus = shown("gpus"), .usd = shown("usd_per_h")})
                              : row.reasons.front()) == expected);
  }
}

TEST_CASE("the price of a world does not depend on the worlds before") {
  const auto given = read<io::SessionScenario>(sessions, {}).inputs;
  Design<io::SessionScenario> worn(sessions);
  for (const bool tools_lend : {true, false, true})
    for (const double correlation : {0.05, 0.2, 0.05})
      for (const double mib : {110.0, 60.0, 110.0}) {
        CAPTURE(tools_lend, correlation, mib);
        const auto world = [&] {
          auto inputs = given;
          inputs.policy.memory_correlation = correlation;
          inputs.classes[0].memory_used->mean = mib * units::MiB;
          if (tools_lend) inputs.classes[1].memory_used = {.mean = mib * units::MiB, .p99 = 400.0 * units::MiB};
          return inputs;
        };
        CHECK(worn.price(world) == Design<io::SessionScenario>(sessions).price(world));
      }
}
