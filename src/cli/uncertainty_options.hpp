#pragma once
#include <optional>

#include "cli/verb.hpp"
#include "planner/report/uncertainty.hpp"

namespace planner::cli {

/// `--samples` and what goes with it: the plan in many worlds.
struct UncertaintyOptions {
  std::optional<double> samples{}, seed{}, fleet_hosts{};
  bool redecide = false;

  void declare(Options& options);
  /// Nothing without `--samples`.
  /// As CSV every world is a row.
  /// @throws InputError where the others are given without it, or a number is none of its kind
  [[nodiscard]] std::optional<report::UncertaintyAsked> asked(Format format) const;
};

}  // namespace planner::cli
