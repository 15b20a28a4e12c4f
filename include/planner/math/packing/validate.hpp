#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "planner/base/error.hpp"
#include "planner/math/packing/problem.hpp"

namespace planner::math::packing {

/// Whole numbers up to here are exact in a double.
inline constexpr std::int64_t largest_number = std::int64_t{1} << 53;
/// So that the counts of all item types together stay below `largest_number`.
inline constexpr std::int64_t largest_count = 1'000'000'000'000;
/// Beyond, the patterns (a count per item type each) outgrow memory.
inline constexpr std::size_t most_item_types = 5'000;

/// Collects the faults of a packing problem, each under the JSON pointer of the number in question.
class PackValidation {
 public:
  explicit PackValidation(const PackProblem& problem) : problem_(problem) {
    if (problem.bins.empty()) fault("/bins", "none", "at least one type of bin is needed.");
    if (problem.items.size() > most_item_types)
      fault("/items", std::to_string(problem.items.size()) + " item types", "at most 5,000 item types.",
            "Round sizes up so that more items are equal.");
    for (std::size_t i = 0; i < problem.items.size(); ++i) check_item(i);
    for (std::size_t t = 0; t < problem.bins.size(); ++t) check_bin(t);
  }
  [[nodiscard]] const std::vector<Issue>& issues() const { return issues_; }

 private:
  void fault(std::string where, std::string found, std::string rule, std::string hint = "") {
    issues_.push_back({std::move(where), "input.out_of_range", std::move(found), std::move(rule), std::move(hint)});
  }

  void check_number(const std::string& where, std::int64_t value, std::int64_t most = largest_number) {
    if (value < 0) fault(where, std::to_string(value), "must be 0 or more.");
    if (value > most)
      fault(where, std::to_string(value), "must be at most " + std::to_string(most) + ".", "Use a larger unit.");
  }

  void check_row(const std::string& where, const std::vector<std::int64_t>& row, std::size_t entries) {
    if (row.size() != entries)
      fault(where, std::to_string(row.size()) + " numbers",
            "needs " + std::to_string(entries) + ", one per resource of the bin.");
    for (std::size_t k = 0; k < row.size(); ++k) check_number(where + "/" + std::to_string(k), row[k]);
  }

  void check_item(std::size_t i) {
    check_number("/items/" + std::to_string(i) + "/count", problem_.items[i].count, largest_count);
  }

  void check_bin(std::size_t t) {
    const PackBin& bin = problem_.bins[t];
    const std::string where = "/bins/" + std::to_string(t);
    if (!std::isfinite(bin.cost) || bin.cost < 0.0)
      fault(where + "/cost", std::to_string(bin.cost), "must be a number of 0 or more.");
    if (bin.available < 0) fault(where + "/available", std::to_string(bin.available), "must be 0 or more.");
    if (!bin.layouts.empty()) return check_rows(where + "/layouts", bin.layouts, problem_.items.size());
    if (bin.capacity.empty()) fault(where + "/capacity", "none", "needs at least one resource.");
    check_row(where + "/capacity", bin.capacity, bin.capacity.size());
    if (bin.sizes.empty()) return check_own_sizes(bin);
    if (bin.sizes.size() != problem_.items.size())
      fault(where + "/sizes", std::to_string(bin.sizes.size()) + " rows", "needs one row per item type.");
    for (std::size_t i = 0; i < bin.sizes.size(); ++i)
      if (!bin.sizes[i].empty()) check_row(where + "/sizes/" + std::to_string(i), bin.sizes[i], bin.capacity.size());
  }

  void check_rows(const std::string& where, const std::vector<std::vector<std::int64_t>>& rows, std::size_t entries) {
    for (std::size_t l = 0; l < rows.size(); ++l) check_row(where + "/" + std::to_string(l), rows[l], entries);
  }

  void check_own_sizes(const PackBin& bin) {
    if (std::exchange(own_sizes_checked_, true) && bin.capacity.size() == problem_.bins.front().capacity.size()) return;
    for (std::size_t i = 0; i < problem_.items.size(); ++i)
      check_row("/items/" + std::to_string(i) + "/size", problem_.items[i].size, bin.capacity.size());
  }

  const PackProblem& problem_;
  std::vector<Issue> issues_;
  bool own_sizes_checked_ = false;
};

}  // namespace planner::math::packing
