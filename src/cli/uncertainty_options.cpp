#include "cli/uncertainty_options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "planner/base/error.hpp"

namespace planner::cli {
namespace {

bool whole_within(double value, double least, double most) {
  return value >= least && value <= most && value == std::floor(value);
}

}  // namespace

void UncertaintyOptions::declare(Options& options) {
  options.group("The plan in many worlds");
  options.option(
      "--samples", samples,
      "draw so many worlds, 16 to 1,000,000, from the numbers that have a low and a high (1024 is a good start)");
  options.option("--seed", seed, "of the draws, a whole number (default 1)");
  options.option("--fleet-hosts", fleet_hosts, "say how often so many hosts suffice (default: those of the plan)");
  options.flag("--redecide", redecide, "decide and solve every world afresh, in some hundred times the time");
}

std::optional<report::UncertaintyAsked> UncertaintyOptions::asked(Format format) const {
  std::vector<Issue> issues;
  const auto refuse = [&](const char* option, double found, const char* rule) {
    issues.push_back({option, "input.out_of_range", fmt::format("{:g}", found), rule, ""});
  };
  if (!samples && (seed || fleet_hosts || redecide))
    issues.push_back({"--samples", "input.missing", "absent", "--seed, --fleet-hosts and --redecide go with it.",
                      "Give --samples 1024."});
  if (samples && !whole_within(*samples, 16, 1e6))
    refuse("--samples", *samples, "a whole number from 16 to 1,000,000.");
  if (seed && !whole_within(*seed, 0, 0x1p53)) refuse("--seed", *seed, "a whole number from 0 to 2^53.");
  if (fleet_hosts && !whole_within(*fleet_hosts, 0, 1e9))
    refuse("--fleet-hosts", *fleet_hosts, "a whole number of hosts, at least 0.");
  if (!issues.empty()) throw InputError(std::move(issues));
  if (!samples) return std::nullopt;
  return report::UncertaintyAsked{.samples = static_cast<std::size_t>(*samples),
                                  .seed = static_cast<std::uint64_t>(seed.value_or(1)),
                                  .fleet_hosts = fleet_hosts,
                                  .redecide = redecide,
                                  .keep_worlds = format == Format::csv};
}

}  // namespace planner::cli
