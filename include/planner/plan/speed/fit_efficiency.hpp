#pragma once
#include <Eigen/Core>
#include <array>
#include <cmath>

#include "planner/math/least_squares.hpp"
#include "planner/plan/speed/measured_point.hpp"

/// Efficiencies from measured operating points.
namespace planner::plan {

/// Spread of the log-odds of a share, and of the log of a time, around the entry that the fit starts from (assumed):
/// with it a few points move what they speak of, and leave alone what they do not.
inline constexpr double prior_spread = 0.3;
/// What one entry leaves unexplained over models and set-ups of many kinds: engines tune some more than others (assumed).
inline constexpr double error_over_models = 0.1;
/// What repeats of one set-up differ by (assumed): one's own points are to be met.
inline constexpr double error_of_own_points = 0.02;
/// With fewer points their own spread says nothing about 80 % of others.
inline constexpr std::size_t points_for_a_band = 10;

namespace detail {

using catalog::Efficiency;
inline constexpr std::array shares{&Efficiency::compute, &Efficiency::expert_compute, &Efficiency::memory,
                                   &Efficiency::cache,   &Efficiency::attention,      &Efficiency::link};
inline constexpr std::array times{&Efficiency::per_step, &Efficiency::per_layer, &Efficiency::per_expert_layer,
                                  &Efficiency::per_sequence, &Efficiency::per_reduction};

/// An efficiency as coordinates without bounds: log-odds of shares, logs of times.
inline Eigen::VectorXd coordinates(const Efficiency& e) {
  Eigen::VectorXd x(static_cast<Eigen::Index>(shares.size() + times.size()));
  Eigen::Index i = 0;
  for (const auto share : shares) x[i++] = std::log((e.*share).value() / (1 - (e.*share).value()));
  for (const auto time : times) x[i++] = std::log((e.*time).value().base());
  return x;
}

inline Efficiency moved(Efficiency e, const Eigen::VectorXd& x) {
  Eigen::Index i = 0;
  for (const auto share : shares) (e.*share).estimate = Estimate<double>::exactly(1 / (1 + std::exp(-x[i++])));
  for (const auto time : times) (e.*time).estimate = Estimate<Seconds>::exactly(std::exp(x[i++]) * units::second);
  return e;
}

/// Three significant digits: more would say nothing.
inline double rounded(double x) {
  const double digit = std::pow(10.0, 2 - std::floor(std::log10(x)));
  return std::round(x * digit) / digit;
}

inline Efficiency rounded(Efficiency e) {
  for (const auto share : shares) (e.*share).estimate = Estimate<double>::exactly(rounded((e.*share).value()));
  for (const auto time : times)
    (e.*time).estimate = Estimate<Seconds>::exactly(rounded((e.*time).value().in(units::us)) * units::us);
  return e;
}

/// Logs of measured over estimated: of TPOT, and of the rate where it was measured.
struct LogRatios {
  std::vector<double> tpot{}, output{};
};

inline void add(LogRatios& logs, const ReadyPoint& point, const Efficiency& e) {
  const EstimatedPoint estimate = estimated(point, e);
  if (point.tpot) logs.tpot.push_back(std::log(*point.tpot / estimate.tpot));
  if (point.output) logs.output.push_back(std::log(*point.output / estimate.output));
}

/// The most probable efficiency, given the points and a normal law around `like`.
inline Efficiency fitted(const std::vector<ReadyPoint>& points, const Efficiency& like, double usual_error) {
  const Eigen::VectorXd start = coordinates(like);
  const auto residuals = [&](const Eigen::VectorXd& x) {
    LogRatios logs;
    const Efficiency e = moved(like, x);
    for (const ReadyPoint& p : points) add(logs, p, e);
    std::vector<double>& all = logs.tpot;
    all.insert(all.end(), logs.output.begin(), logs.output.end());
    Eigen::VectorXd r(static_cast<Eigen::Index>(all.size()) + x.size());
    Eigen::Index i = 0;
    for (const double error : all) r[i++] = error / usual_error;
    r.tail(x.size()) = (x - start) / prior_spread;
    return r;
  };
  return rounded(moved(like, math::least_squares(residuals, start)));
}

/// Logs of points that five fits, each without every fifth point, have not seen.
inline LogRatios left_out(const std::vector<ReadyPoint>& points, const Efficiency& like, double usual_error) {
  constexpr std::size_t folds = 5;
  LogRatios logs;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<ReadyPoint> seen, unseen;
    for (std::size_t i = 0; i < points.size(); ++i) (i % folds == fold ? unseen : seen).push_back(points[i]);
    const Efficiency e = fitted(seen, like, usual_error);
    for (const ReadyPoint& p : unseen) add(logs, p, e);
  }
  return logs;
}

/// Measured over estimated, p10 to p90; as before where they are too few.
inline void set_band(Fact<double>& band, std::vector<double> logs) {
  if (logs.size() < points_for_a_band) return;
  std::ranges::sort(logs);
  const auto at = [&](double share) {
    const double last = static_cast<double>(logs.size()) - 1;
    return rounded(std::exp(logs[static_cast<std::size_t>(std::lround(share * last))]));
  };
  band.estimate = {std::min(1.0, at(0.1)), 1.0, std::max(1.0, at(0.9))};
}

}  // namespace detail

/// The efficiency that explains measured points best, without going further from `like` than they ask for: the largest
/// posterior probability, with normal laws around it and around the logs of what was measured.
///
/// @param points at least one; of one engine and one architecture, as the answer holds for those
/// @param usual_error spread of the logs
/// @return `like` with its shares, times and, from ten points on, its bands replaced
inline catalog::Efficiency fit_efficiency(const catalog::Efficiency& like, const std::vector<ReadyPoint>& points,
                                          double usual_error = error_of_own_points) {
  catalog::Efficiency e = detail::fitted(points, like, usual_error);
  if (points.size() < points_for_a_band) return e;
  const detail::LogRatios logs = detail::left_out(points, like, usual_error);
  detail::set_band(e.decode_error, logs.tpot);
  detail::set_band(e.throughput_error, logs.output);
  return e;
}

/// Says of every figure where it is from.
inline void cite(catalog::Efficiency& e, const std::vector<std::string>& sources, Basis basis,
                 const std::string& conditions) {
  const auto mark = [&](auto& fact) {
    fact.sources = sources;
    fact.basis = basis;
    fact.conditions = conditions;
  };
  for (const auto share : detail::shares) mark(e.*share);
  for (const auto time : detail::times) mark(e.*time);
}

}  // namespace planner::plan
