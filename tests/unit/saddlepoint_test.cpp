#include "planner/math/saddlepoint.hpp"

#include <catch2/catch.hpp>

#include "reference_rows.hpp"

using namespace planner::math;

TEST_CASE("Lugannani-Rice matches the 50-digit values for sums of exponentials") {
  for (const auto& row : reference_rows("tails.json", "lugannani_rice", "[LR tail, exact tail]")) {
    const double k = row.in("sum_of_exponentials"), x = row.in("x");
    const double s = 1.0 - k / x;  // K(s) = -k ln(1 - s)
    const double w = std::copysign(std::sqrt(2.0 * (s * x + k * std::log1p(-s))), s), u = s * x / std::sqrt(k);
    CHECK_ROW(row, lugannani_rice(w, u), row.value.at(0));
    INFO(row.inputs.dump());
    CHECK(normal_tail(modified_root(w, u, 2.0 / std::sqrt(k))) == Approx(row.value.at(1).get<double>()).epsilon(0.02));
  }
}

TEST_CASE("Lugannani-Rice matches the 50-digit values for binomial counts") {
  for (const auto& row : reference_rows("tails.json", "lugannani_rice_lattice", "[LR P(X>=k), exact]")) {
    const double n = row.in("n"), p = row.in("p"), k = row.in("k");
    const double s = std::log(k * (1.0 - p) / ((n - k) * p));  // K(s) = n ln(1 - p + p e^s)
    const double w = std::copysign(std::sqrt(2.0 * (s * k - n * std::log1p(p * std::expm1(s)))), s);
    const double u = -std::expm1(-s) * std::sqrt(k * (1.0 - k / n));
    CHECK_ROW(row, lugannani_rice(w, u), row.value.at(0));
    INFO(row.inputs.dump());
    CHECK(normal_tail(modified_root(w, u, 0.0)) == Approx(row.value.at(1).get<double>()).epsilon(0.01));
  }
}

TEST_CASE("the modified root goes through w = 0 without a jump") {
  // Five exponentials near their mean: skewness 2 / sqrt(5).
  const auto root_at = [](double s) {
    const double x = 5.0 / (1.0 - s);
    const double w = std::copysign(std::sqrt(std::max(0.0, 2.0 * (s * x + 5.0 * std::log1p(-s)))), s);
    return modified_root(w, s * x / std::sqrt(5.0), 2.0 / std::sqrt(5.0));
  };
  CHECK(root_at(0.0) == Approx(2.0 / std::sqrt(5.0) / 6.0));
  CHECK(root_at(1e-3) == Approx(root_at(0.0)).margin(4e-3));
  CHECK(root_at(-1e-3) == Approx(root_at(0.0)).margin(4e-3));
}
