// What `planner fit` says beside what engines logged. `test_golden "[accuracy]"` prints the tables of docs/accuracy.md.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>
#include <numeric>

#include "planner/plan/fit/fit.hpp"
#include "support/startup_cases.hpp"

using namespace planner;
using namespace planner::units;
using test::StartupCase;

namespace {

/// Relative errors of one figure over rows.
struct Errors {
  std::vector<double> all{};
  std::vector<std::string> ids{};

  void add(const std::string& id, double said, double logged) {
    all.push_back(std::abs(said / logged - 1));
    ids.push_back(id);
  }
  [[nodiscard]] double mean() const {
    return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  }
  [[nodiscard]] double worst() const { return *std::ranges::max_element(all); }
  [[nodiscard]] const std::string& worst_id() const {
    return ids[static_cast<std::size_t>(std::ranges::max_element(all) - all.begin())];
  }
  [[nodiscard]] double median() const {
    std::vector<double> sorted = all;
    std::ranges::sort(sorted);
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
  [[nodiscard]] std::string text() const {
    return fmt::format("mean {:.2f} %, median {:.3f} %, worst {:.2f} % ({}); {} logs", 100 * mean(), 100 * median(),
                       100 * worst(), worst_id(), all.size());
  }
};

const test::StartupCases& all_cases() {
  static const test::StartupCases cases = test::startup_cases();
  return cases;
}

plan::FitPlan plan_of(const plan::FitInputs& in) { return plan::plan_fit(all_cases().catalog, in); }

std::optional<Bytes> gib(const StartupCase& c, const char* name) {
  const auto value = c.number(name);
  return value ? std::optional(*value * GiB) : std::nullopt;
}

/// The question with the overheads of the log in place of estimates; nothing where the log has none.
std::optional<plan::FitInputs> with_overheads(const StartupCase& c) {
  plan::FitInputs in = c.inputs;
  const auto graphs = gib(c, c.measured.contains("graph_gib") ? "graph_gib" : "cuda_graph_gib");
  in.measured = {gib(c, "weights_gib_per_gpu"), gib(c, "activation_gib"), gib(c, "non_torch_gib"),
                 graphs && *graphs > Bytes{} ? graphs : std::nullopt};
  const bool all = in.measured.weights && in.measured.activation && in.measured.non_torch && in.card && in.utilization;
  return c.known_model && all ? std::optional(in) : std::nullopt;
}

/// The question with the cache of the log: its bytes, or its pages or tokens times their size.
std::optional<plan::FitInputs> with_cache(const StartupCase& c) {
  if (!c.known_model) return std::nullopt;
  auto cache = gib(c, "kv_gib_per_gpu");
  if (!cache && c.number("kv_bytes")) cache = *c.number("kv_bytes") * byte;
  plan::FitInputs in = c.inputs;
  in.utilization = 0.9;
  in.card = 10000.0 * GiB;
  in.max_len = in.max_len.value_or(2048);
  if (!cache) {
    const auto tokens = c.number("gpu_blocks") ? std::optional(16 * *c.number("gpu_blocks")) : c.number("kv_tokens");
    if (!tokens) return std::nullopt;
    cache = *tokens * plan_of(in).bytes_per_token * byte;
  }
  const bool of_rest = all_cases().catalog.engines.at(in.engine).budget == catalog::CacheBudget::share_of_rest;
  in.measured = {of_rest ? std::optional<Bytes>() : 0.9 * *in.card - *cache, Bytes{}, Bytes{}, Bytes{}};
  if (of_rest) in.measured.weights = *in.card - *cache / 0.9 - plan::set_up(all_cases().catalog, in).context;
  return in;
}

double first(const plan::FitPlan& p, Bytes plan::StageFit::* part) { return (p.stages.front().*part).in(GiB); }

}  // namespace

TEST_CASE("weights per GPU are those of the logs", "[accuracy]") {
  Errors errors;
  for (const StartupCase& c : all_cases().cases) {
    const auto logged = c.number("weights_gib_per_gpu");
    if (!c.known_model || !logged) continue;
    plan::FitInputs in = c.inputs;
    in.card = in.card.value_or(80.0 * GiB);
    const double said = first(plan_of(in), &plan::StageFit::weights);
    INFO(c.id << " " << c.label << ": " << said << " GiB, logged " << *logged);
    CHECK(said == Approx(*logged).epsilon(0.03));
    errors.add(c.id, said, *logged);
  }
  CHECK(errors.all.size() >= 40);
  CHECK(errors.mean() <= 0.005);
  std::cout << "weights per GPU, estimated: " << errors.text() << '\n';
}

TEST_CASE("bytes of cache per token and GPU are exact", "[accuracy]") {
  int checked = 0;
  for (const StartupCase& c : all_cases().cases) {
    if (!c.known_model || !c.derived.contains("bytes_per_token_per_gpu")) continue;
    plan::FitInputs in = c.inputs;
    in.card = in.card.value_or(80.0 * GiB);
    CAPTURE(c.id, c.label);
    CHECK(plan_of(in).bytes_per_token == c.derived["bytes_per_token_per_gpu"].get<double>());
    ++checked;
  }
  CHECK(checked >= 30);
  std::cout << "bytes of cache per token: exact in " << checked << " logs\n";
}

TEST_CASE("tokens, cache and concurrency follow from measured overheads", "[accuracy]") {
  Errors tokens, cache, concurrency;
  for (const StartupCase& c : all_cases().cases) {
    auto in = with_overheads(c);
    if (in && c.number("kv_gib_per_gpu") && *c.number("kv_gib_per_gpu") > 0.5)
      cache.add(c.id, first(plan_of(*in), &plan::StageFit::cache), *c.number("kv_gib_per_gpu"));
    if (!in || !c.checkable) in = with_cache(c);
    if (!in || !c.checkable) continue;
    const plan::FitPlan p = plan_of(*in);
    CAPTURE(c.id, c.label, p.kv_tokens, p.max_concurrency);
    if (const auto logged = c.number("kv_tokens")) {
      CHECK(p.kv_tokens == Approx(*logged).epsilon(0.02));
      tokens.add(c.id, p.kv_tokens, *logged);
    }
    if (const auto logged = c.number("max_concurrency")) {
      CHECK(p.max_concurrency == Approx(*logged).epsilon(0.02));
      concurrency.add(c.id, p.max_concurrency, *logged);
    }
  }
  CHECK(tokens.median() <= 0.001);
  CHECK(concurrency.median() <= 0.001);
  CHECK(cache.mean() <= 0.005);
  std::cout << "cache tokens, overheads given: " << tokens.text() << "\ncache memory, overheads given: " << cache.text()
            << "\nconcurrency, overheads given: " << concurrency.text() << '\n';
}

TEST_CASE("cache and concurrency are near the logs with everything estimated", "[accuracy]") {
  Errors cache, concurrency;
  for (const StartupCase& c : all_cases().cases) {
    if (!c.complete()) continue;
    const plan::FitPlan p = plan_of(c.inputs);
    const auto logged = c.number("kv_gib_per_gpu"), sequences = c.number("max_concurrency");
    if (logged && *logged > 0.5) cache.add(c.id, first(p, &plan::StageFit::cache), *logged);
    if (sequences) concurrency.add(c.id, p.max_concurrency, *sequences);
    if (logged) {
      INFO(c.id << " " << c.label << ": " << first(p, &plan::StageFit::cache) << " GiB of cache, logged " << *logged);
      CHECK((*logged <= 0.5 || first(p, &plan::StageFit::cache) == Approx(*logged).epsilon(0.05)));
    }
  }
  CHECK(cache.mean() <= 0.015);
  CHECK(concurrency.mean() <= 0.025);
  std::cout << "cache memory, estimated: " << cache.text() << "\nconcurrency, estimated: " << concurrency.text()
            << '\n';
}

TEST_CASE("what started fits and what failed does not", "[accuracy]") {
  int given = 0, estimated = 0, right = 0, marginal = 0;
  for (const StartupCase& c : all_cases().cases) {
    const bool started = !c.measured.contains("fits") || c.measured["fits"].get<bool>();
    CAPTURE(c.id, c.label, started);
    if (const auto in = with_overheads(c)) {
      CHECK(plan_of(*in).fits == started);
      ++given;
    }
    if (!c.complete()) continue;
    const plan::FitPlan p = plan_of(c.inputs);
    CHECK((p.fits == started || p.status == plan::Status::marginal));
    right += p.fits == started ? 1 : 0;
    ++estimated;
    marginal += p.status == plan::Status::marginal ? 1 : 0;
  }
  std::cout << "verdicts: " << given << " with overheads given, " << estimated << " estimated: " << right << " right, "
            << marginal << " of them marginal\n";
}

TEST_CASE("rows that cannot be worked out say what is missing", "[accuracy]") {
  int listed = 0;
  for (const StartupCase& c : all_cases().cases) {
    if (c.complete()) continue;
    CAPTURE(c.id);
    CHECK(!c.missing.empty());
    std::cout << "| " << c.id << " | " << c.label << " | " << c.missing << " |\n";
    ++listed;
  }
  std::cout << listed << " of " << all_cases().cases.size() << " logs lack something\n";
}
