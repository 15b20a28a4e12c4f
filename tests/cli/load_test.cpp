// `planner load` as a process: answers, exit codes, fault texts.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;
using cli::planner;

namespace {

cli::Result load(std::vector<std::string> more) {
  more.insert(more.begin(), {"load", "--model", "meta-llama/Llama-3.1-8B"});
  return planner(more);
}

nlohmann::json json_of(std::vector<std::string> more) {
  more.emplace_back("--json");
  return nlohmann::json::parse(load(more).out);
}

}  // namespace

TEST_CASE("load answers first, with the ways to start, the stages and the places") {
  const cli::Result result = load({"--gpu", "h100-sxm"});
  CHECK(result.exit == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, StartsWith("meta-llama/Llama-3.1-8B answers ") && Contains("after it is wanted (p90 "));
  for (const char* start : {"new-host", "no-image", "image", "cached", "sleep-2", "sleep-1", "snapshot"})
    CHECK_THAT(result.out, Contains(std::string("\n") + start + " "));
  CHECK_THAT(result.out, Contains("read weights") && Contains("capture graphs") && Contains("peer          rdma"));
  CHECK_THAT(result.out, Contains("Not known, and left out: what the local NVMe disk delivers"));
}

TEST_CASE("the JSON of a load has the times of every start, and of every place") {
  const nlohmann::json plan = json_of({"--host", "aws/p5.48xlarge", "--from", "object-store", "--concurrent", "8"});
  CHECK(plan["status"] == "ok");
  CHECK(plan["gpu"] == "h100-sxm");
  CHECK(plan["place_gb_per_s"] == 100);
  CHECK(plan["p10_s"] < plan["p50_s"]);
  CHECK(plan["p50_s"] < plan["p90_s"]);
  CHECK(plan["starts"].size() == 7);
  CHECK(plan["starts"][5]["host_memory_gib"].get<double>() == Approx(plan["weights_gib"].get<double>()));
  double stages = 0;
  for (const auto& stage : plan["stages"]) stages += stage["p50_s"].get<double>();
  CHECK(stages == Approx(plan["p50_s"].get<double>()));
  CHECK(plan["places"].size() >= 12);
}

TEST_CASE("a start whose time nobody can tell is unknown, and one without room is refused") {
  CHECK(json_of({"--gpu", "h100-sxm", "--from", "peer"})["p50_s"].is_null());
  CHECK_THAT(load({"--gpu", "h100-sxm", "--from", "peer"}).out,
             StartsWith("How long meta-llama/Llama-3.1-8B takes to start on "));
  const cli::Result small = load({"--gpu", "t4"});
  CHECK(small.exit == 3);
  CHECK_THAT(small.out, StartsWith("meta-llama/Llama-3.1-8B does not start on 1 x t4: "));
  CHECK(load({"--gpu", "h100-sxm", "--engine", "sglang", "--start", "sleep-1"}).exit == 3);
}

TEST_CASE("every fault of a question about loading is named at once") {
  const cli::Result result = load({"--host", "aws/p5.48xlarge", "--gpu", "a100-80-sxm", "--start", "snapshots",
                                   "--peer", "12", "--tp", "2", "--concurrent", "5", "--loader", "safetensor"});
  CHECK(result.exit == 2);
  CHECK_THAT(result.err,
             Contains("--gpu: \"a100-80-sxm\": is not the GPU of aws/p5.48xlarge: h100-sxm.") &&
                 Contains("--start: \"snapshots\": is not a known word. Did you mean \"snapshot\"?") &&
                 Contains("--peer: \"12\": must be a rate above 0 with its unit.") &&
                 Contains("--concurrent: 10 GPUs: replicas that load at once must fit on the 8 GPUs") &&
                 Contains("--loader: \"safetensor\": is not in the catalog. Did you mean \"safetensors\"?"));
}

TEST_CASE("a replica that is too wide for the host is a fault of what makes it so") {
  const auto fault_of = [](std::vector<std::string> more) {
    std::vector<std::string> all{"--host", "aws/p5.48xlarge"};
    all.insert(all.end(), more.begin(), more.end());
    const cli::Result result = load(all);
    CHECK(result.exit == 2);
    return result.err;
  };
  const std::string rule = "16 GPUs: a replica must fit on the 8 GPUs of the host.";
  CHECK_THAT(fault_of({"--tp", "16"}), StartsWith("--tp: " + rule));
  CHECK_THAT(fault_of({"--tp", "16", "--concurrent", "4"}), StartsWith("--tp: " + rule));
  CHECK_THAT(fault_of({"--tp", "8", "--pp", "2"}), StartsWith("--pp: " + rule));
  CHECK_THAT(fault_of({"--tp", "8", "--dp", "2"}), StartsWith("--dp: " + rule));
  CHECK_THAT(fault_of({"--tp", "4", "--concurrent", "4"}), StartsWith("--concurrent: 16 GPUs: replicas that load"));
  CHECK(load({"--host", "aws/p5.48xlarge", "--tp", "8"}).exit == 0);
}

TEST_CASE("a load explains itself") {
  const cli::Result result = load({"--gpu", "h100-sxm", "--explain"});
  CHECK(result.exit == 0);
  CHECK_THAT(result.out, StartsWith("load.p90 = ") && Contains("stages.weights.p50_rate.uplink_share = 0.055"));
}
