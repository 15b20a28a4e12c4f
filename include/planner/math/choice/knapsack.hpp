#pragma once
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

/// The multiple-choice knapsack: one item per model at least cost, within four capacities (Kellerer, Pferschy, Pisinger
/// 2004, "Knapsack Problems", chapter 11). It is what remains of the resident / on-demand decision once the number of
/// hosts and the grid point of the variance are fixed.
namespace planner::math::choice {

inline constexpr std::size_t rows = 4;
enum Row : std::size_t { gpu_row, variance_row, dram_row, ssd_row };
/// One figure per row.
using Vector = std::array<double, rows>;

inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }

struct Item {
  double cost;     ///< not negative
  Vector use;      ///< not negative
  std::size_t id;  ///< position among all options of the problem
};

/// The items of one model: `[begin, end)`.
struct Range {
  std::size_t begin, end;
  [[nodiscard]] std::size_t size() const { return end - begin; }
};

struct Knapsack {
  std::vector<Item> items{};
  std::vector<Range> models{};
  Vector capacity{};
  /// More of a row can be bought at this price; infinite where it cannot.
  Vector price_limit{infinity, infinity, infinity, infinity};
  double fixed_cost = 0;  ///< of what has been decided already
};

}  // namespace planner::math::choice
