#include <catch2/catch.hpp>

#include "io/text/csv.hpp"
#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/measured_points.hpp"
#include "planner/plan/speed/check_points.hpp"
#include "planner/plan/speed/fit_efficiency.hpp"

using namespace planner;
using namespace planner::plan;

namespace {

const catalog::Catalog& known() { return io::builtin_catalog(); }

std::vector<MeasuredPoint> points(const std::string& csv) { return io::read_measured_points(csv, "rows.csv", known()); }

constexpr const char* header = "id,model,gpu,engine,tp,input_tokens,output_tokens,concurrency,tpot_ms,output_tok_s\n";

/// Points of a card that the catalog's fit has not seen, as a replica of that efficiency would show them.
std::vector<ReadyPoint> made_with(const catalog::Efficiency& e) {
  std::string rows = header;
  for (const char* model : {"meta-llama/Llama-3.1-8B", "Qwen/Qwen3-30B-A3B"})
    for (const char* length : {"200,200", "4000,300", "20000,100"})
      for (const char* batch : {"1", "16", "64"})
        rows += std::string("x,") + model + ",a100-80-sxm,vllm,2," + length + "," + batch + ",1,\n";
  std::vector<ReadyPoint> made;
  for (const MeasuredPoint& p : points(rows)) {
    made.push_back(make_ready(known(), p));
    made.back().tpot = estimated(made.back(), e).tpot;
  }
  return made;
}

}  // namespace

TEST_CASE("least squares: NIST StRD Misra1a") {
  const std::vector<double> x{77.6,  114.9, 141.1, 190.8, 239.9, 289.0, 332.8,
                              378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0};
  const std::vector<double> y{10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02,
                              44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78};
  const auto residuals = [&](const Eigen::VectorXd& b) {  // y = b1 (1 - exp(-b2 x)), in logs
    Eigen::VectorXd r(14);
    for (Eigen::Index i = 0; i < 14; ++i) {
      const auto k = static_cast<std::size_t>(i);
      r[i] = y[k] - std::exp(b[0]) * (1 - std::exp(-std::exp(b[1]) * x[k]));
    }
    return r;
  };
  Eigen::VectorXd start(2);
  start << std::log(500.0), std::log(0.0001);  // the first of its two starts
  const Eigen::VectorXd b = math::least_squares(residuals, start);
  CHECK(std::exp(b[0]) == Approx(238.94212918).epsilon(1e-6));
  CHECK(std::exp(b[1]) == Approx(5.5015643181e-4).epsilon(1e-6));
  CHECK(residuals(b).squaredNorm() == Approx(0.12455138894).epsilon(1e-8));
}

TEST_CASE("a fit finds the efficiency that made the points") {
  const catalog::Efficiency& like = known().efficiencies.at("efficiency/any");
  catalog::Efficiency truth = like;
  truth.memory.estimate = Estimate<double>::exactly(0.7);
  truth.compute.estimate = Estimate<double>::exactly(0.4);
  truth.per_step.estimate = Estimate<Seconds>::exactly(2.0 * units::ms);
  const std::vector<ReadyPoint> rows = made_with(truth);
  const catalog::Efficiency found = fit_efficiency(like, rows);
  CHECK(found.memory.value() == Approx(0.7).epsilon(0.05));
  CHECK(found.compute.value() == Approx(0.4).epsilon(0.05));
  for (const ReadyPoint& row : rows) CHECK(estimated(row, found).tpot.base() == Approx(row.tpot->base()).epsilon(0.03));
  CHECK(found.decode_error.estimate.high_or_typical() < 1.05);  // 18 points without noise
  CHECK(like.decode_error.estimate.high_or_typical() > 1.05);
}

TEST_CASE("an own measured point overrides the catalog's efficiency") {
  const auto own = points(std::string(header) + "ours,Qwen/Qwen3-32B,a100-80-sxm,vllm,2,1000,250,64,110,\n");
  CHECK(check_points(known(), own).front().ratio() > 1.2);
  catalog::Efficiency e = fit_efficiency(efficiency_for(known(), own.front()), {make_ready(known(), own.front())});
  e.id = "efficiency/vllm/ampere", e.engine = "vllm", e.architecture = "Ampere";
  cite(e, {}, Basis::given, "1 row of rows.csv");
  catalog::Catalog written = known();
  written.efficiencies[e.id] = e;
  const std::string overlay = "{\"efficiencies\": [" + io::entry_json(written, e.id) + "]}";
  const catalog::Catalog ours = io::overlay(known(), overlay, "ours.json");
  CHECK(check_points(ours, own).front().ratio() == Approx(1).epsilon(0.03));
  // One point says nothing of how far others are off.
  CHECK(efficiency_for(ours, own.front()).decode_error.estimate ==
        efficiency_for(known(), own.front()).decode_error.estimate);
  // Other engines and cards keep theirs.
  const auto other = points(std::string(header) + "x,Qwen/Qwen3-32B,h100-sxm,vllm,2,1000,250,64,40,\n");
  CHECK(check_points(ours, other).front().estimated == check_points(known(), other).front().estimated);
}

TEST_CASE("faults of measured rows: line, column, rule") {
  const auto faults = [](const std::string& rows) -> std::string {
    try {
      points(rows);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  CHECK(faults("modell\n1\n")
            .starts_with("rows.csv:1: \"modell\": is no column of measured rows. Did you mean \"model\"?"));
  CHECK(faults("id\n") == "rows.csv: must have a line of column names and at least one row.");
  const std::string row = faults(std::string(header) + "# a note\na,Qwen/Qwen3-32B,h100-sxm,vllm,2,,250,x,,\n");
  CHECK(row ==
        "rows.csv:3: input_tokens: must be given.\n"
        "rows.csv:3: concurrency: \"x\": must be a number at least 1 and at most 1,000,000.\n"
        "rows.csv:3: tpot_ms: this or output_tok_s must be given.");
  CHECK(faults(std::string(header) + "a,Qwen/Qwen3-32B,h100,vllm,2,10,10,1,1,\n")
            .starts_with("rows.csv:2: gpu: \"h100\": is not in the catalog. Did you mean"));
}

TEST_CASE("CSV: quotes, doubled quotes, breaks inside them") {
  const auto lines = io::csv_lines("a,\"b, \"\"c\"\"\"\r\n\n\"x\ny\",\n");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].cells == std::vector<std::string>{"a", "b, \"c\""});
  CHECK(lines[1].cells == std::vector<std::string>{"x\ny", ""});
  CHECK(lines[1].number == 3);
}
