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
  /// @throws InputError where the others are given without it, a number is none of its kind, or the format has no place
  ///         for the answer
  [[nodiscard]] std::optional<report::UncertaintyAsked> asked(Format format) const;
};

}  // namespace planner::cli
