#include "planner/report/explain.hpp"

#include <catch2/catch.hpp>

#include "planner/base/error.hpp"
#include "planner/base/units.hpp"

using namespace planner;
using namespace planner::units;

namespace {

Trace example() {
  Trace trace;
  const auto sessions = trace.input("inputs.own-tools.sessions", 4000.0 * session, "scenario");
  const auto memory = trace.input("catalog.aws/m7i.metal-48xl.memory", 768.0 * GiB / host, "aws-ec2 (vendor)");
  const auto charged = trace.input("tiers.own-tools.charged_memory", 520.0 * MiB / session, "volt, fc-spec (measured)",
                                   "with the monitor's own");
  const auto density =
      trace.step("tiers.own-tools.sessions_per_host",
                 "catalog.aws/m7i.metal-48xl.memory / tiers.own-tools.charged_memory", memory / charged);
  trace.step("tiers.own-tools.hosts", "inputs.own-tools.sessions / tiers.own-tools.sessions_per_host",
             sessions / density);
  trace.input("usd", 12.0 * usd_per_h, "by hand");
  return trace;
}

const report::Sources sources{
    {"aws-ec2", {"aws-ec2", "EC2 instance types", "https://aws.amazon.com/ec2", "", "vendor", 0}},
    {"volt", {"volt", "A measurement", "doi:1", "Table 2", "paper", 2024}},
    {"fc-spec", {"fc-spec", "Firecracker specification", "SPECIFICATION.md", "", "vendor", 0}}};

const report::ElementNames names{{"tiers.0", "tiers.own-tools"}};

}  // namespace

TEST_CASE("the derivation of a number shows formula, values and sources") {
  CHECK(report::explain_text(example(), {"tiers.own-tools.hosts"}, sources) ==
        "tiers.own-tools.hosts = 2.64486 hosts\n"
        "  = inputs.own-tools.sessions / tiers.own-tools.sessions_per_host\n"
        "  = 4,000 sessions / 1512.37 sessions/host\n"
        "  inputs.own-tools.sessions = 4,000 sessions (scenario)\n"
        "  tiers.own-tools.sessions_per_host = 1512.37 sessions/host\n"
        "    = catalog.aws/m7i.metal-48xl.memory / tiers.own-tools.charged_memory\n"
        "    = 768 GiB/host / 520 MiB/session\n"
        "    catalog.aws/m7i.metal-48xl.memory = 768 GiB/host [1] (vendor)\n"
        "    tiers.own-tools.charged_memory = 520 MiB/session [2] [3] (measured)\n"
        "      with the monitor's own\n"
        "\n"
        "Sources\n"
        "[1] aws-ec2: EC2 instance types. https://aws.amazon.com/ec2\n"
        "[2] volt: A measurement (2024), Table 2. doi:1\n"
        "[3] fc-spec: Firecracker specification. SPECIFICATION.md\n");
}

TEST_CASE("a step is found by id, by prefix, by path and by pointer") {
  const Trace trace = example();
  using Ids = std::vector<std::string>;
  const Ids hosts{"tiers.own-tools.hosts"};
  CHECK(report::find_steps(trace, "tiers.own-tools.hosts", names) == hosts);
  CHECK(report::find_steps(trace, "tiers.own-tools", names) == hosts);
  CHECK(report::find_steps(trace, "tiers", names) == hosts);
  CHECK(report::find_steps(trace, "tiers[0].hosts", names) == hosts);
  CHECK(report::find_steps(trace, "tiers.0.hosts", names) == hosts);
  CHECK(report::find_steps(trace, "#/tiers/0/hosts", names) == hosts);
  CHECK(report::find_steps(trace, "/tiers/0/charged_memory_mib", names) == Ids{"tiers.own-tools.charged_memory"});
  CHECK(report::find_steps(trace, "usd_per_h", names) == Ids{"usd"});
}

TEST_CASE("an id that is not there is answered with the nearest ones") {
  CHECK_THROWS_WITH(report::find_steps(example(), "tiers.own-tool.hosts", names),
                    Catch::Contains("no number of this plan has that id. Did you mean tiers.own-tools.hosts"));
  CHECK_THROWS_AS(report::find_steps(example(), "tiers[7].hosts", names), InputError);
}

TEST_CASE("JSON of a derivation holds what the id rests on, in order") {
  const std::string json = report::explain_json(example(), {"tiers.own-tools.sessions_per_host"});
  CHECK(json.find("catalog.aws/m7i.metal-48xl.memory") < json.find("\"tiers.own-tools.sessions_per_host\""));
  CHECK(json.find("inputs.own-tools.sessions") == std::string::npos);
  CHECK(report::explain_json(example(), {}).find("inputs.own-tools.sessions") != std::string::npos);
}
