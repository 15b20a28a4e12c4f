#pragma once
#include <algorithm>
#include <cmath>

#include "planner/plan/speed/measured_point.hpp"

/// How far estimates are from what was measured.
namespace planner::plan {

/// One measured figure beside its estimate.
struct PointCheck {
  const MeasuredPoint* point = nullptr;
  bool of_rate = false;  ///< output tokens/s, else seconds per token
  double batch = 0, measured = 0, estimated = 0;
  unit::Band band{};

  [[nodiscard]] double ratio() const { return measured / estimated; }
  [[nodiscard]] double error() const { return std::abs(estimated / measured - 1); }
  [[nodiscard]] bool inside() const { return band.low <= ratio() && ratio() <= band.high; }
};

struct CheckSummary {
  std::size_t figures = 0;
  double median_error = 0, error_p80 = 0, inside = 0;  ///< shares
};

/// The checks point into `points`.
/// @throws InputError as `make_ready`, and where the catalog has no efficiency for a point
inline std::vector<PointCheck> check_points(const catalog::Catalog& catalog, const std::vector<MeasuredPoint>& points) {
  std::vector<PointCheck> checks;
  for (const MeasuredPoint& p : points) {
    const ReadyPoint ready = make_ready(catalog, p);
    const EstimatedPoint e = estimated(ready, efficiency_for(catalog, p));
    if (p.tpot) checks.push_back({&p, false, e.batch, p.tpot->base(), e.tpot.base(), e.tpot_band});
    if (p.output) checks.push_back({&p, true, e.batch, p.output->base(), e.output.base(), e.rate_band});
  }
  return checks;
}
/// The checks point to the points, which must outlive them.
std::vector<PointCheck> check_points(const catalog::Catalog& catalog, std::vector<MeasuredPoint>&& points) = delete;

/// Of the times per token, or of the rates.
inline CheckSummary summary(const std::vector<PointCheck>& checks, bool of_rate) {
  std::vector<double> errors;
  double inside = 0;
  for (const PointCheck& c : checks) {
    if (c.of_rate != of_rate) continue;
    errors.push_back(c.error());
    inside += c.inside() ? 1 : 0;
  }
  if (errors.empty()) return {};
  std::ranges::sort(errors);
  const auto count = static_cast<double>(errors.size());
  const auto at = [&](double share) { return errors[static_cast<std::size_t>(std::lround(share * (count - 1)))]; };
  return {errors.size(), at(0.5), at(0.8), inside / count};
}

}  // namespace planner::plan
