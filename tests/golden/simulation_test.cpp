#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "golden/example_files.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"

using namespace planner;

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Plays every example about sessions, with hosts that fail every 5,000 hours where it names no time; returns how many
/// figures lie inside and outside of their 99 % interval.
std::pair<int, int> play_examples(double events) {
  int inside = 0, outside = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PLANNER_SOURCE_DIR "/examples")) {
    const std::string text = text_of(entry.path());
    if (entry.path().extension() != ".json" || text.find("\"sessions\": {") == std::string::npos) continue;
    io::SessionScenario scenario = io::read_session_scenario(text, entry.path().filename(), io::builtin_catalog());
    plan::SessionInputs& in = scenario.inputs;
    if (!in.policy.host_mtbf) in.policy.host_mtbf = 5'000.0 * units::hour;
    const plan::SessionPlan plan = plan::compiled::plan_sessions(scenario.catalog, in);
    CAPTURE(entry.path().string());
    const plan::SimulationPlan played = plan::compiled::plan_simulation(in, plan, {.events = events});
    CHECK(played.figures.empty() == (plan.status == plan::Status::infeasible));
    for (const plan::SimulatedFigure& f : played.figures) {
      if (!f.inside) continue;
      ++(*f.inside ? inside : outside);
      CAPTURE(f.subject, f.figure, f.predicted, f.simulated.mean, f.simulated.half_width);
      CHECK(std::abs(f.predicted - f.simulated.mean) <= 2.0 * f.simulated.half_width);  // 5.7 standard errors
    }
  }
  return {inside, outside};
}

/// Plays the pools of every example about models; returns how many figures were seen, and how many lie outside.
std::pair<int, int> play_pools(double events) {
  int seen = 0, outside = 0;
  for (const auto& file : golden::examples_with("models")) {
    const auto scenario = io::read_model_scenario(text_of(file), file.string(), io::builtin_catalog());
    const plan::ModelPlan plan = plan::compiled::plan_models(scenario.catalog, scenario.inputs);
    const plan::SimulationPlan played = plan::compiled::plan_simulation(plan, {.events = events});
    CHECK(played.figures.empty() == plan.pool.parts.empty());
    for (const plan::SimulatedFigure& f : played.figures) {
      if (!f.inside) continue;
      ++seen;
      CAPTURE(file.string(), f.subject, f.figure, f.predicted, f.simulated.mean, f.simulated.half_width);
      CHECK(std::abs(f.predicted - f.simulated.mean) <= 2.0 * f.simulated.half_width + 0.002 * f.predicted);
      outside += *f.inside ? 0 : 1;
    }
  }
  return {seen, outside};
}

}  // namespace

TEST_CASE("what plans predict of pools of models lies inside the simulator's 99 % intervals", "[simulate]") {
  const auto [seen, outside] = play_pools(1e6);
  CHECK(seen >= 20);
  CHECK(outside <= 2);  // of some 21 figures, 0.2 by chance
}

TEST_CASE("pools of models with narrow intervals", "[simulate][slow]") { CHECK(play_pools(2e7).second <= 2); }

TEST_CASE("what the examples' plans predict lies inside the simulator's 99 % intervals", "[simulate]") {
  const auto [inside, outside] = play_examples(20'000);
  CHECK(inside >= 40);
  CHECK(outside <= 3);  // of some 60 figures, 0.6 by chance: more than three in one of 300 cases
}

TEST_CASE("the same with narrow intervals", "[simulate][slow]") { CHECK(play_examples(1e6).second <= 3); }
