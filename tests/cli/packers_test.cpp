#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;
using cli::planner;

namespace {

nlohmann::json json_of(const cli::Result& result) { return nlohmann::json::parse(result.out); }

}  // namespace

TEST_CASE("pack answers from files and standard input") {
  const cli::Result example = planner({"pack", PLANNER_SOURCE_DIR "/examples/pods.json"});
  CHECK(example.exit == 0);
  CHECK_THAT(example.out, StartsWith("12 bins at a cost of 77.4144: 8 of m7i.metal-24xl, 4 of m7i.metal-48xl."));
  const cli::Result vbp = planner({"pack", PLANNER_SOURCE_DIR "/tests/data/packing/a2_20c_2r_50000.vbp", "--json"});
  CHECK(json_of(vbp)["bins"] == 789);
  CHECK(json_of(planner({"pack", "-", "--json"}, "1 10 1 3 7"))["bins"] == 3);
}

TEST_CASE("pack --nodes places pods on the nodes that there are") {
  const std::string nodes = PLANNER_SOURCE_DIR "/tests/data/openb/openb_node_list_gpu_node.csv";
  const std::string pods = "name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1000,1024,8,1000\nb,1000,1024,9,1000\n";
  const cli::Result few = planner({"pack", "--nodes", nodes, "-", "--json"}, pods);
  CHECK(few.exit == 0);
  CHECK(json_of(few)["left_out"] == nlohmann::json{"b"});
  const cli::Result cut =
      planner({"pack", "--nodes", nodes, "-"}, "name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1\n");
  CHECK(cut.exit == 2);
  CHECK_THAT(cut.err, StartsWith("standard input: line 2: 2 cells"));
  CHECK(planner({"pack", "--nodes", "no-such-file.csv", "-"}, pods).exit == 4);
  CHECK(planner({"pack", "--nodes", nodes, "-", "--gap", "0.1"}, pods).exit == 2);
}

TEST_CASE("pack: what does not fit is an answer, what cannot be read is a fault") {
  const cli::Result misfit = planner({"pack", "-", "--json"}, "1 10 1 30 7");
  CHECK(misfit.exit == 3);
  CHECK(json_of(misfit)["status"] == "infeasible");
  CHECK(planner({"pack", "-"}, "1 10 1 -3 7").exit == 2);
  CHECK(planner({"pack", "no-such-file.vbp"}).exit == 4);
  CHECK(planner({"pack"}).exit == 2);
  CHECK_THAT(planner({"pack", "-", "--gap", "2"}, "1 10 1 3 7").err, Contains("--gap"));
}

TEST_CASE("mig answers how many GPUs, and whether one will do") {
  const cli::Result fleet = planner({"mig", "--gpu", "h100-sxm", "1g.10gb=10", "2g.20gb=3", "3g.40gb=2", "--json"});
  CHECK(fleet.exit == 0);
  CHECK(json_of(fleet)["gpus"] == 4);
  const cli::Result no =
      planner({"mig", "--gpu", "a100-40-sxm", "4g.20gb=1", "--on-one-gpu", "--occupied", "1g.5gb@0"});
  CHECK(no.exit == 3);
  CHECK_THAT(no.out, StartsWith("Infeasible") && Contains("An empty GPU would hold them."));
  const cli::Result yes = planner({"mig", "--gpu", "a100-40-sxm", "3g.20gb=1", "--occupied", "4g.20gb@0", "--json"});
  CHECK(json_of(yes)["layouts"][0]["placements"][0]["start"] == 4);
}

TEST_CASE("mig: words that it cannot read") {
  CHECK_THAT(planner({"mig", "1g.5gb=1"}).err, Contains("--gpu: absent"));
  CHECK_THAT(planner({"mig", "--gpu", "l4", "1g.5gb=1"}).err, Contains("this GPU has no MIG"));
  CHECK_THAT(planner({"mig", "--gpu", "a30", "1g.6gb=one"}).err, Contains("is not of the form 1g.10gb=12"));
  CHECK_THAT(planner({"mig", "--gpu", "a30", "1g.6gb=1", "--occupied", "1g.6gb"}).err, Contains("--occupied"));
  CHECK(planner({"mig", "--gpu", "a30"}).exit == 2);
  CHECK(planner({"mig", "--gpu", "a30", "1g.6gb=-2"}).exit == 2);
}
