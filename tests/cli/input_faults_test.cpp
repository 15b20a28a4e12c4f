#include <algorithm>
#include <catch2/catch.hpp>

#include "cli/process.hpp"

using Catch::Contains;
using cli::planner;

/// What a person gets to read who makes a mistake: exit code 2, and a line that says where, what and what to do.
namespace {

const std::string example = PLANNER_SOURCE_DIR "/examples/untrusted-50k.json";

cli::Result check_text(const std::string& text) {
  const cli::TemporaryFile file(text);
  return planner({"check", file.path()});
}

}  // namespace

TEST_CASE("a fault in a scenario is named with its place, its rule and the way out") {
  struct Row {
    std::string change, message;
  };
  const Row row = GENERATE(values<Row>({
      // typos
      {"sessions.classes.snippet.memroy=1",
       "#/sessions/classes/0/memroy: \"memroy\": there is no such field. Did you mean \"memory\""},
      {"sessions.polcy.zones=2", "#/sessions/polcy: \"polcy\": there is no such field. Did you mean \"policy\"?"},
      {"sessions.classes.snippet.trust=anonymus",
       "#/sessions/classes/0/trust: \"anonymus\": is not known here. Did you mean \"anonymous\"?"},
      {"sessions.classes.snippet.work=compile", "#/sessions/classes/0/work: \"compile\": is not known here."},
      {"sessions.hosts[0]=aws/c7i.metal-49xl",
       "#/sessions/hosts: \"aws/c7i.metal-49xl\": is not known here. Did you mean \"aws/c7i.metal-48xl\""},
      {"sessions.classes.gpu-small.gpu.of=h100-smx",
       "#/sessions/classes/4/gpu/of: \"h100-smx\": is not known here. Did you mean \"h100-sxm\""},
      {"sessions.classes.snippet.boundaries=[\"fircracker\"]",
       "\"fircracker\": is not known here. Did you mean \"firecracker\""},
      {"sessions.policy.host_reserve=gek",
       "#/sessions/policy/host_reserve: \"gek\": is not known here. Did you mean \"gke\""},
      // units
      {"sessions.classes.snippet.memory=256",
       "#/sessions/classes/0/memory: 256: the number needs its unit. Write it like \"512 MiB\""},
      {"sessions.classes.snippet.memory=256 MB/s",
       "#/sessions/classes/0/memory: \"256 MB/s\": this unit measures something else."},
      {"sessions.classes.snippet.memory=256 MiBs", "\"MiBs\" is not a known unit."},
      {"sessions.classes.snippet.lifetime=45 m", "A minute is \"min\""},
      {"sessions.policy.network_disk=0.08 USD/month",
       "#/sessions/policy/network_disk: \"0.08 USD/month\": this unit measures something else."},
      // numbers
      {"sessions.classes.snippet.memory=-256 MiB", "#/sessions/classes/0/memory: -256 MiB: must be above 0"},
      {"sessions.classes.snippet.concurrent=-1", "#/sessions/classes/0/concurrent: -1: must be above 0"},
      {"sessions.classes.snippet.concurrent=1e300", "#/sessions/classes/0/concurrent:"},
      {"sessions.classes.snippet.memory=1e300 GiB", "#/sessions/classes/0/memory:"},
      {"sessions.classes.snippet.vcpu=nan", "#/sessions/classes/0/vcpu: \"nan\":"},
      {"sessions.classes.snippet.vcpu=NaN GiB", "#/sessions/classes/0/vcpu: \"NaN GiB\":"},
      {"sessions.classes.snippet.vcpu=inf", "#/sessions/classes/0/vcpu: \"inf\":"},
      {"sessions.policy.cpu_target=1.5", "#/sessions/policy/cpu_target: 1.5: must be between 1e-06 and 1."},
      {"sessions.policy.memory_correlation=0.95",
       "#/sessions/policy/memory_correlation: 0.95: must be between 0 and 0.9."},
      {"sessions.policy.memory_overrun_probability=0.2",
       "#/sessions/policy/memory_overrun_probability: 0.2: must be between 1e-12 and 0.1."},
      {"sessions.policy.host_mtbf=1 h", "#/sessions/policy/host_mtbf: 1 h: must not be below repair_time, 1 day."},
      {"sessions.policy.repair_time=10 years", "#/sessions/policy/repair_time:"},
      {"sessions.policy.drain_fraction=1", "#/sessions/policy/drain_fraction: 1:"},
      {"sessions.policy.zones=2.5", "#/sessions/policy/zones: 2.5: must be a whole number"},
      {"sessions.policy.mixed_host_types=1", "#/sessions/policy/mixed_host_types: 1:"},
      {"sessions.policy.survive_zones=3", "#/sessions/policy/survive_zones: 3: must be below the number of zones, 3."},
      {"sessions.classes.snippet.vcpu={\"low\": 2, \"typical\": 1}", "a range out of order"},
      {"sessions.classes.snippet.vcpu={\"low\": 2}", "a range without \"typical\""},
      // lists and names
      {"sessions.classes=[]", "#/sessions/classes: an empty list: at least one class of sessions must be given."},
      {"sessions.hosts=[]", "#/sessions/hosts: a list of 0: a list of at least one host is asked for."},
      {"sessions.hosts=7", "#/sessions/hosts:"},
      {"sessions.hosts=[\"aws/c7i.metal-48xl\", \"aws/c7i.metal-48xl\"]", "stands twice in the list."},
      {"sessions.classes.snippet.boundaries=[\"gvisor-kvm\", \"gvisor-kvm\"]",
       "#/sessions/classes/0/boundaries: \"gvisor-kvm\": stands twice in the list."},
      {"sessions.hosts=[\"aws/g4dn.metal\"]", "has GPUs: list it under gpu_hosts."},
      {"sessions.gpu_hosts=[\"aws/c7i.metal-48xl\"]", "has no GPU: list it under hosts."},
      {"sessions.classes.own-tools.name=snippet", "#/sessions/classes/1/name: \"snippet\": stands already at"},
      {"sessions.classes.snippet.name=two words", "a name is made of letters, digits, - and _"},
      {"sessions.trust.customer.kernel=mine", "#/sessions/trust/customer/kernel: \"mine\": is not known here."},
      {"sessions.trust.customer.gpu_sharing=[\"migs\"]", "Did you mean \"mig\""},
      // what does not go together
      {"sessions.classes.snippet.starts_per_s=3", "only one of the two is given."},
      {"sessions.classes.snippet.memory_used.p50=\"90 MiB\"",
       "#/sessions/classes/0/memory_used: 3 figures: two of mean, p50, p95, p99 and sd"},
      {"sessions.classes.snippet.memory_used.mean=300 MiB",
       "#/sessions/classes/0/memory_used/mean: 300 MiB: must be below the promised memory, 256 MiB."},
      {"sessions.classes.snippet.memory_used={\"mean\": \"200 MiB\", \"p99\": \"100 MiB\"}",
       "#/sessions/classes/0/memory_used: these two figures: no beta law"},
      {"planner=2", "#/planner: 2: this planner reads scenarios of version 1."},
  }));
  CAPTURE(row.change);
  const cli::Result result = planner({"check", example, "--set", row.change});
  CHECK(result.exit == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Contains(row.message));
}

TEST_CASE("arrivals that are more even than Poisson are refused where they stand") {
  const cli::Result result = planner({"simulate", PLANNER_SOURCE_DIR "/examples/seldom-used-models.json", "--set",
                                      "models.services[2].demand[0].arrivals_scv=0.5"});
  CHECK(result.exit == 2);
  CHECK_THAT(result.err, Contains("seldom-used-models.json#/models/services/2/demand/0/arrivals_scv: 0.5: must be at "
                                  "least 1 (Poisson). Arrivals that are more even are not modelled"));
}

TEST_CASE("all faults of a file come at once, one a line") {
  const cli::Result result = planner({"check", example, "--set", "sessions.classes.snippet.memory=1", "--set",
                                      "sessions.classes.build.vcpu=-1", "--set", "sessions.policy.zone=2"});
  CHECK(result.exit == 2);
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 3);
}

TEST_CASE("what is no scenario is refused with the place where it goes wrong") {
  struct Row {
    std::string text, message;
  };
  const Row row = GENERATE(values<Row>({
      {"", "the text ends before its JSON does."},
      {R"({"planner": 1, "sessions": {"classes": [{"name": "a", "mem)", "the text ends before its JSON does."},
      {"{\"planner\": 1,\n \"sessions\": {,}}", "line 2"},
      {"[]", "an object with named fields is asked for."},
      {"null", "an object with named fields is asked for."},
      {R"({"planner": 1})", "#/sessions: absent: this field must be given."},
      {R"({"sessions": {"classes": [{"vcpu": NaN}]}})", "this is not JSON"},
      {R"({"sessions": {}, "sessions": {}})", "\"sessions\" stands twice"},
      {"{\"name\": \"\xFF\"}", "this is not JSON"},
      {std::string(100000, '['), "more than 64 levels"},
      {R"({"sessions": {"classes": 3}})", "#/sessions/classes: 3: a list is asked for."},
      {R"({"sessions": {"classes": [3]}})", "#/sessions/classes/0: 3: an object with named fields is asked for."},
  }));
  CAPTURE(row.text.substr(0, 60));
  const cli::Result result = check_text(row.text);
  CHECK(result.exit == 2);
  CHECK_THAT(result.err, Contains("scenario.json"));
  CHECK_THAT(result.err, Contains(row.message));
}

TEST_CASE("a file of 200 MB is refused at once, whether named or piped in") {
  const cli::TemporaryFile file(200'000'000, '[');
  for (const cli::Result& result :
       {planner({"check", file.path()}), cli::planner_reading(file.path(), {"check", "-"})}) {
    CHECK(result.exit == 2);
    CHECK_THAT(result.err, Contains("more than 16 MiB"));
    CHECK(result.peak_mib < 100);
    CHECK(result.seconds < 2);
  }
}

TEST_CASE("options that describe one class are refused beside a file, each of them") {
  const std::string file = PLANNER_SOURCE_DIR "/examples/two-trust-levels.json";
  for (const char* option : {"--count", "--memory", "--vcpu", "--host", "--lifetime", "--work", "--trust", "--disk",
                             "--network-disk", "--start-within", "--boundary"}) {
    CAPTURE(option);
    const cli::Result refused = cli::planner({"sessions", file, option, "5"});
    CHECK(refused.exit == 2);
    CHECK_THAT(refused.err, Catch::Contains("a FILE has classes of its own"));
  }
}

TEST_CASE("a list of another question is an unknown field") {
  const cli::Result refused = cli::planner(
      {"check", PLANNER_SOURCE_DIR "/examples/twenty-models.json", "--set", "models.hosts=[\"nonsense\"]"});
  CHECK(refused.exit == 2);
  CHECK_THAT(refused.err, Catch::Contains("#/models/hosts"));
}
