#pragma once
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

/// The revised primal simplex method with a dense basis inverse, for column generation: columns arrive one by one and
/// only those in the basis are kept.
namespace planner::math::packing {

struct Nonzero {
  std::size_t row;
  double value;
};

/// A column of the linear program. `id` is the caller's name for it.
struct SparseColumn {
  std::vector<Nonzero> entries;
  double cost = 0.0;
  std::size_t id = 0;
};

/// Minimise cost.x subject to A x = rhs, x >= 0 with rhs >= 0.
class Simplex {
 public:
  /// Starts from a diagonal basis: column r has its only entry, positive, in row r.
  Simplex(std::vector<double> rhs, std::vector<SparseColumn> diagonal)
      : rows_(rhs.size()), rhs_(std::move(rhs)), basis_(std::move(diagonal)), inverse_(rows_ * rows_, 0.0), x_(rows_) {
    for (std::size_t r = 0; r < rows_; ++r) entry(r, r) = 1.0 / basis_[r].entries.front().value;
    recompute();
  }

  [[nodiscard]] const std::vector<double>& prices() const { return prices_; }
  [[nodiscard]] const std::vector<SparseColumn>& basis() const { return basis_; }
  [[nodiscard]] const std::vector<double>& values() const { return x_; }  ///< of the basic columns
  [[nodiscard]] std::size_t rows() const { return rows_; }

  [[nodiscard]] double objective() const {
    double sum = 0.0;
    for (std::size_t r = 0; r < rows_; ++r) sum += basis_[r].cost * x_[r];
    return sum;
  }
  [[nodiscard]] double reduced_cost(const SparseColumn& column) const {
    double cost = column.cost;
    for (const Nonzero& e : column.entries) cost -= prices_[e.row] * e.value;
    return cost;
  }

  /// Brings `column` into the basis; false where no row limits it (the caller's program is unbounded or degenerate
  /// beyond the arithmetic's reach).
  bool enter(SparseColumn column) {
    const std::vector<double> direction = times_inverse(column);
    const std::size_t leaving = ratio_test(direction);
    if (leaving == rows_) return false;
    pivot(leaving, direction, reduced_cost(column));
    basis_[leaving] = std::move(column);
    if (++pivots_ % refactor_every == 0) refactor();
    return true;
  }

 private:
  static constexpr double pivot_tolerance = 1e-9;
  static constexpr std::size_t refactor_every = 100;

  // Column-major, so that the product with a sparse column and the skip of zero multipliers run along memory.
  double& entry(std::size_t row, std::size_t column) { return inverse_[column * rows_ + row]; }
  [[nodiscard]] std::span<double> inverse_column(std::size_t column) { return {&inverse_[column * rows_], rows_}; }

  std::vector<double> times_inverse(const SparseColumn& column) {
    std::vector<double> direction(rows_, 0.0);
    for (const Nonzero& e : column.entries) {
      const auto inverse = inverse_column(e.row);
      for (std::size_t r = 0; r < rows_; ++r) direction[r] += e.value * inverse[r];
    }
    return direction;
  }

  /// Among the rows that reach zero first, the one with the largest pivot: it keeps the inverse accurate.
  [[nodiscard]] std::size_t ratio_test(const std::vector<double>& direction) const {
    std::size_t best = rows_;
    double step = 0.0;
    for (std::size_t r = 0; r < rows_; ++r) {
      if (direction[r] <= pivot_tolerance) continue;
      const double ratio = x_[r] / direction[r];
      const double tie = pivot_tolerance * (1.0 + step);
      if (best == rows_ || ratio < step - tie || (ratio <= step + tie && direction[r] > direction[best])) {
        best = r;
        step = ratio;
      }
    }
    return best;
  }

  void pivot(std::size_t leaving, const std::vector<double>& direction, double reduced_cost) {
    const double step = x_[leaving] / direction[leaving];
    for (std::size_t r = 0; r < rows_; ++r) x_[r] = std::max(0.0, x_[r] - step * direction[r]);
    x_[leaving] = step;
    for (std::size_t c = 0; c < rows_; ++c) {
      const auto inverse = inverse_column(c);
      if (inverse[leaving] == 0.0) continue;
      const double multiplier = inverse[leaving] / direction[leaving];
      for (std::size_t r = 0; r < rows_; ++r) inverse[r] -= multiplier * direction[r];
      inverse[leaving] = multiplier;
      prices_[c] += reduced_cost * multiplier;
    }
  }

  /// x = inverse * rhs and prices = basic costs * inverse, afresh.
  void recompute() {
    prices_.assign(rows_, 0.0);
    x_.assign(rows_, 0.0);
    for (std::size_t c = 0; c < rows_; ++c) {
      const auto inverse = inverse_column(c);
      for (std::size_t r = 0; r < rows_; ++r) {
        prices_[c] += basis_[r].cost * inverse[r];
        x_[r] += inverse[r] * rhs_[c];
      }
    }
    for (double& x : x_) x = std::max(0.0, x);
  }

  /// Rebuilds the inverse from the basic columns by Gauss-Jordan elimination: rounding errors of the updates go away.
  void refactor() {
    std::vector<double> matrix(rows_ * rows_, 0.0), inverse(rows_ * rows_, 0.0);
    for (std::size_t c = 0; c < rows_; ++c) {
      for (const Nonzero& e : basis_[c].entries) matrix[e.row * rows_ + c] = e.value;
      inverse[c * rows_ + c] = 1.0;
    }
    for (std::size_t c = 0; c < rows_; ++c)
      if (!eliminate(matrix, inverse, c)) return;  // nearly singular: the updated inverse is the better one
    for (std::size_t r = 0; r < rows_; ++r)
      for (std::size_t c = 0; c < rows_; ++c) entry(r, c) = inverse[r * rows_ + c];
    recompute();
  }

  bool eliminate(std::vector<double>& matrix, std::vector<double>& inverse, std::size_t c) const {
    std::size_t top = c;
    for (std::size_t r = c + 1; r < rows_; ++r)
      if (std::abs(matrix[r * rows_ + c]) > std::abs(matrix[top * rows_ + c])) top = r;
    if (std::abs(matrix[top * rows_ + c]) < pivot_tolerance) return false;
    for (std::size_t k = 0; k < rows_; ++k) {
      std::swap(matrix[top * rows_ + k], matrix[c * rows_ + k]);
      std::swap(inverse[top * rows_ + k], inverse[c * rows_ + k]);
    }
    const double pivot = matrix[c * rows_ + c];
    for (std::size_t k = 0; k < rows_; ++k) {
      matrix[c * rows_ + k] /= pivot;
      inverse[c * rows_ + k] /= pivot;
    }
    for (std::size_t r = 0; r < rows_; ++r) {
      const double factor = r == c ? 0.0 : matrix[r * rows_ + c];
      if (factor == 0.0) continue;
      for (std::size_t k = 0; k < rows_; ++k) {
        matrix[r * rows_ + k] -= factor * matrix[c * rows_ + k];
        inverse[r * rows_ + k] -= factor * inverse[c * rows_ + k];
      }
    }
    return true;
  }

  std::size_t rows_;
  std::vector<double> rhs_;
  std::vector<SparseColumn> basis_;
  std::vector<double> inverse_;
  std::vector<double> x_, prices_;
  std::size_t pivots_ = 0;
};

}  // namespace planner::math::packing
