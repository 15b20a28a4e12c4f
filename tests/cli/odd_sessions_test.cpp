#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/process.hpp"

/// Questions that nobody should ask: each is answered, said not to fit, or refused; none crashes, hangs or prints
/// "nan".
namespace {

struct Odd {
  std::vector<std::string> options;
  int exit;
};

}  // namespace

TEST_CASE("odd questions about sessions are answered or refused, quickly") {
  const auto odd = GENERATE(values<Odd>({
      {{"--count", "1"}, 0},
      {{"--count", "1e8"}, 0},
      {{"--count", "1e9"}, 2},
      {{"--count", "1e9", "--lifetime", "1 s", "--start-within", "1 ms"}, 2},
      {{"--count", "1e6", "--lifetime", "1 s", "--start-within", "1 ms"}, 0},
      {{"--count", "0"}, 2},
      {{"--count", "1e12"}, 2},
      {{"--vcpu", "0"}, 0},
      {{"--memory", "1 byte"}, 0},
      {{"--memory", "4 TiB"}, 3},
      {{"--disk", "1 TiB"}, 3},
      {{"--boundary", "wasm"}, 3},
      {{"--boundary", "container-runc"}, 3},
      {{"--boundary", "wasm", "--trust", "internal"}, 3},
      {{"--lifetime", "1 ms"}, 0},
      {{"--start-within", "0.000000001 s"}, 0},
      {{"--set", "sessions.policy.max_sessions_per_host=1"}, 0},
      {{"--set", "sessions.policy.drain_fraction=0.9"}, 0},
      {{"--set", "sessions.policy.zones=1000", "--set", "sessions.policy.survive_zones=999"}, 0},
      {{"--set", "sessions.policy.zones=3", "--set", "sessions.policy.survive_zones=0"}, 0},
      {{"--set", "sessions.policy.host_mtbf=1 s", "--set", "sessions.policy.repair_time=1 day"}, 2},
      {{"--set", "sessions.policy.capacity_probability=0", "--set", "sessions.policy.host_mtbf=1 year"}, 0},
      {{"--set", "sessions.policy.warm_pool_miss=1e-9", "--start-within", "1 ms"}, 0},
      {{"--set", "sessions.policy.mixed_host_types=true", "--boundary", "container-runc"}, 3},
  }));
  std::vector<std::string> arguments{"sessions", "--host", "aws/m7i.metal-48xl"};
  const auto given = [&](const std::string& option) {
    return std::find(odd.options.begin(), odd.options.end(), option) != odd.options.end();
  };
  const std::vector<std::vector<std::string>> plain{{"--count", "1000"}, {"--memory", "512 MiB"}, {"--vcpu", "0.25"}};
  for (const auto& option : plain)
    if (!given(option.front())) arguments.insert(arguments.end(), option.begin(), option.end());
  arguments.insert(arguments.end(), odd.options.begin(), odd.options.end());
  CAPTURE(odd.options);
  const cli::Result result = cli::planner(arguments);
  CHECK(result.exit == odd.exit);
  CHECK((odd.exit == 2) == result.out.empty());
  CHECK(result.out.find("nan") == std::string::npos);
  CHECK(result.seconds < 20);
}
