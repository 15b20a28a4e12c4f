#pragma once
#include <Eigen/Cholesky>
#include <Eigen/Core>

/// Non-linear least squares.
namespace planner::math {

namespace detail {

/// Forward differences of the residuals.
template <class Residuals>
Eigen::MatrixXd jacobian(const Residuals& residuals, const Eigen::VectorXd& x, const Eigen::VectorXd& at_x) {
  constexpr double h = 1e-5;
  Eigen::MatrixXd j(at_x.size(), x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    Eigen::VectorXd moved = x;
    moved[i] += h;
    j.col(i) = (residuals(moved) - at_x) / h;
  }
  return j;
}

}  // namespace detail

/// The x near `start` that minimises the sum of squares of `residuals(x)` (Levenberg 1944, Marquardt 1963).
///
/// @param residuals VectorXd -> VectorXd, of coordinates that are all of the order of 1
/// Ends when a step gains less than 1e-9 of the sum, or after 60 steps.
template <class Residuals>
Eigen::VectorXd least_squares(const Residuals& residuals, const Eigen::VectorXd& start) {
  Eigen::VectorXd x = start, r = residuals(x);
  double damping = 1e-2;
  for (int step = 0; step < 60; ++step) {
    const Eigen::MatrixXd j = detail::jacobian(residuals, x, r);
    const Eigen::MatrixXd normal = j.transpose() * j;
    const Eigen::VectorXd gradient = j.transpose() * r;
    const double before = r.squaredNorm();
    for (; damping < 1e12; damping *= 4) {
      const Eigen::MatrixXd damped = normal + damping * Eigen::MatrixXd::Identity(x.size(), x.size());
      const Eigen::VectorXd tried = x - damped.llt().solve(gradient), at_tried = residuals(tried);
      if (!(at_tried.squaredNorm() < before)) continue;
      x = tried, r = at_tried, damping /= 10;
      break;
    }
    if (damping >= 1e12 || before - r.squaredNorm() <= 1e-9 * before) break;
  }
  return x;
}

}  // namespace planner::math
