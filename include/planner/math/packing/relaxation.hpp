#pragma once
#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

/// The linear relaxation of the bounded vector knapsack: its dual multipliers are the prices of a bin's resources, and
/// any non-negative multipliers bound the knapsack (surrogate relaxation).
namespace planner::math::packing {

/// Maximise values.x subject to sum_j column_j x_j <= 1 per row, 0 <= x_j <= limit_j, by the primal simplex method for
/// bounded variables (Chvatal, Linear Programming, 1983, ch. 8). Keeps its basis between calls: in column generation
/// the values move little from call to call.
class KnapsackRelaxation {
 public:
  /// `columns` holds `rows` entries per variable, each 0 or more.
  KnapsackRelaxation(std::size_t rows, std::vector<double> columns, std::vector<double> limits)
      : rows_(rows), columns_(std::move(columns)), limits_(std::move(limits)), variables_(limits_.size()) {
    restart();
  }

  /// Dual multipliers, one per row, 0 or more. Near the optimum where the iteration limit was met: still valid.
  const std::vector<double>& multipliers(std::span<const double> values) {
    if (++calls_ % restart_every == 0) restart();
    const std::size_t limit = 20 + 4 * (variables_ + rows_);
    for (std::size_t i = 0; i < limit; ++i) {
      price(values);
      const Entering entering = choose(values);
      if (entering.variable == none) break;
      move(entering);
    }
    for (double& u : multipliers_) u = std::max(0.0, u);
    return multipliers_;
  }

 private:
  enum class At { lower, upper, basis };
  struct Entering {
    std::size_t variable;
    double direction;  // +1 from the lower bound up, -1 from the upper bound down
  };
  struct Leaving {
    std::size_t row;
    double step;
  };
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  static constexpr double tolerance = 1e-11;
  static constexpr std::size_t restart_every = 64;  // sheds the rounding errors of the updates

  [[nodiscard]] bool is_slack(std::size_t j) const { return j >= variables_; }
  [[nodiscard]] double limit(std::size_t j) const {
    return is_slack(j) ? std::numeric_limits<double>::infinity() : limits_[j];
  }
  [[nodiscard]] double coefficient(std::size_t row, std::size_t j) const {
    return is_slack(j) ? (j - variables_ == row ? 1.0 : 0.0) : columns_[j * rows_ + row];
  }
  double& inverse(std::size_t row, std::size_t column) { return inverse_[row * rows_ + column]; }

  void restart() {
    at_.assign(variables_ + rows_, At::lower);
    basis_.resize(rows_);
    inverse_.assign(rows_ * rows_, 0.0);
    x_.assign(rows_, 1.0);
    for (std::size_t r = 0; r < rows_; ++r) {
      basis_[r] = variables_ + r;
      at_[basis_[r]] = At::basis;
      inverse(r, r) = 1.0;
    }
  }

  void price(std::span<const double> values) {
    multipliers_.assign(rows_, 0.0);
    for (std::size_t r = 0; r < rows_; ++r) {
      const double value = is_slack(basis_[r]) ? 0.0 : values[basis_[r]];
      if (value == 0.0) continue;
      for (std::size_t k = 0; k < rows_; ++k) multipliers_[k] += value * inverse(r, k);
    }
  }

  [[nodiscard]] Entering choose(std::span<const double> values) const {
    Entering best{none, 1.0};
    double gain = tolerance;
    for (std::size_t j = 0; j < variables_ + rows_; ++j) {
      if (at_[j] == At::basis) continue;
      double reduced = is_slack(j) ? -multipliers_[j - variables_] : values[j];
      if (!is_slack(j))
        for (std::size_t k = 0; k < rows_; ++k) reduced -= multipliers_[k] * columns_[j * rows_ + k];
      const double direction = at_[j] == At::lower ? 1.0 : -1.0;
      if (reduced * direction > gain) {
        gain = reduced * direction;
        best = {j, direction};
      }
    }
    return best;
  }

  void move(Entering entering) {
    change_.assign(rows_, 0.0);
    for (std::size_t r = 0; r < rows_; ++r)
      for (std::size_t k = 0; k < rows_; ++k)
        change_[r] += entering.direction * inverse(r, k) * coefficient(k, entering.variable);
    const Leaving leaving = ratio_test(limit(entering.variable));
    for (std::size_t r = 0; r < rows_; ++r) x_[r] -= leaving.step * change_[r];
    if (leaving.row == none)
      at_[entering.variable] = entering.direction > 0.0 ? At::upper : At::lower;
    else
      exchange(entering, leaving);
  }

  /// The first of: a basic variable meets one of its bounds, or the entering one its other bound (row `none`).
  [[nodiscard]] Leaving ratio_test(double own_limit) const {
    Leaving first{none, own_limit};
    for (std::size_t r = 0; r < rows_; ++r) {
      double step = first.step;
      if (change_[r] > tolerance) step = x_[r] / change_[r];
      if (change_[r] < -tolerance) step = (x_[r] - limit(basis_[r])) / change_[r];
      if (step < first.step) first = {r, std::max(0.0, step)};
    }
    return first;
  }

  void exchange(Entering entering, Leaving leaving) {
    const std::size_t r = leaving.row;
    at_[basis_[r]] = change_[r] > 0.0 ? At::lower : At::upper;
    at_[entering.variable] = At::basis;
    basis_[r] = entering.variable;
    x_[r] = entering.direction > 0.0 ? leaving.step : limit(entering.variable) - leaving.step;
    const double pivot = entering.direction * change_[r];
    for (std::size_t k = 0; k < rows_; ++k) inverse(r, k) /= pivot;
    for (std::size_t i = 0; i < rows_; ++i) {
      const double factor = i == r ? 0.0 : entering.direction * change_[i];
      if (factor == 0.0) continue;
      for (std::size_t k = 0; k < rows_; ++k) inverse(i, k) -= factor * inverse(r, k);
    }
  }

  std::size_t rows_;
  std::vector<double> columns_, limits_;
  std::size_t variables_;
  std::vector<At> at_;
  std::vector<std::size_t> basis_;
  std::vector<double> inverse_, x_, multipliers_, change_;
  std::size_t calls_ = 0;
};

}  // namespace planner::math::packing
