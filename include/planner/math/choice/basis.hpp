#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "planner/math/choice/knapsack.hpp"

/// Where the prices of the four rows lie: at a corner of the dual function, on four hyperplanes.
namespace planner::math::choice {

/// Why the prices lie on a hyperplane.
enum class Hold {
  pair,     ///< two items of one model are equally cheap there: the relaxed choice mixes them
  floor,    ///< the price of a row is zero: some of the row may stay unused
  ceiling,  ///< the price of a row is at its limit: more of it may be bought
  start     ///< nothing; the search began there
};

/// The hyperplane `normal . prices = level`.
struct Tie {
  Hold hold{};
  Vector normal{};
  double level = 0;
  std::size_t model = 0, key = 0, item = 0;  ///< of a pair; all pairs of a model have the same key

  [[nodiscard]] bool of_model(std::size_t m) const { return hold == Hold::pair && model == m; }
  [[nodiscard]] bool of_row(std::size_t r) const {
    return (hold == Hold::floor || hold == Hold::ceiling) && normal[r] != 0.0;
  }
};

using Basis = std::array<Tie, rows>;
using Matrix = std::array<Vector, rows>;

inline Vector unit(std::size_t row) {
  Vector e{};
  e[row] = 1.0;
  return e;
}

inline Tie pair_tie(const Knapsack& knapsack, std::size_t model, std::size_t key, std::size_t item) {
  const Item &from = knapsack.items[key], &to = knapsack.items[item];
  Tie tie{Hold::pair, {}, from.cost - to.cost, model, key, item};
  for (std::size_t r = 0; r < rows; ++r) tie.normal[r] = to.use[r] - from.use[r];
  return tie;
}

inline Basis basis_at(const Vector& prices) {
  Basis basis;
  for (std::size_t r = 0; r < rows; ++r) basis[r] = {Hold::start, unit(r), prices[r]};
  return basis;
}

/// Forgets why the prices lie on this hyperplane, but not where it is.
inline void release(Tie& tie, const Vector& prices) {
  tie.hold = Hold::start;
  tie.level = dot(tie.normal, prices);
}

/// Inverse of the matrix whose rows are the normals (Gauss-Jordan with row exchange); nothing where they are dependent.
inline std::optional<Matrix> inverse(const Basis& basis) {
  Matrix a, b{};
  for (std::size_t r = 0; r < rows; ++r) a[r] = basis[r].normal, b[r] = unit(r);
  for (std::size_t c = 0; c < rows; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < rows; ++r)
      if (std::abs(a[r][c]) > std::abs(a[pivot][c])) pivot = r;
    if (std::abs(a[pivot][c]) < 1e-13) return std::nullopt;
    std::swap(a[c], a[pivot]), std::swap(b[c], b[pivot]);
    const double scale = 1.0 / a[c][c];
    for (std::size_t k = 0; k < rows; ++k) a[c][k] *= scale, b[c][k] *= scale;
    for (std::size_t r = 0; r < rows; ++r) {
      const double factor = a[r][c];
      if (r == c || factor == 0.0) continue;
      for (std::size_t k = 0; k < rows; ++k) a[r][k] -= factor * a[c][k], b[r][k] -= factor * b[c][k];
    }
  }
  return b;
}

/// Whether item `o` of the model is the later item of one of its pairs.
inline bool in_pair(const Basis& basis, std::size_t model, std::size_t o) {
  return std::any_of(basis.begin(), basis.end(), [&](const Tie& t) { return t.of_model(model) && t.item == o; });
}

inline Vector column(const Matrix& m, std::size_t c) { return {m[0][c], m[1][c], m[2][c], m[3][c]}; }

}  // namespace planner::math::choice
