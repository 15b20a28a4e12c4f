#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include "planner/plan/sessions/packing/overcommit.hpp"

/// Lent memory in thousands of worlds: `MemoryRisk` read off a table.
namespace planner::plan::uncertain {

/// What n sessions of one class need beyond their mean, in standard deviations of one session and per session. Nearly a
/// straight line in sqrt(1/n + correlation), which it is exactly for normal uses with a common factor.
class ExcessCurve {
 public:
  /// @param needed bytes that n sessions may need, as `MemoryRisk::needed` has it
  template <class Needed>
  ExcessCurve(const math::BetaLaw& law, double correlation, Needed&& needed) : correlation_(correlation) {
    for (double n = 1; n < most_sessions; n = std::ceil(n * 1.3)) {
      counts_.push_back(n);
      excess_.push_back((needed(n) / n - law.mean()) / std::sqrt(law.variance()));
    }
  }

  /// Straight lines between the table's counts; beyond its last, the last.
  [[nodiscard]] double at(double n) const {
    const auto above = static_cast<std::size_t>(std::ranges::upper_bound(counts_, n) - counts_.begin());
    if (above >= counts_.size()) return excess_.back();
    const double from = width(counts_[above - 1]), to = width(counts_[above]);
    return excess_[above - 1] + (excess_[above] - excess_[above - 1]) * (width(n) - from) / (to - from);
  }

 private:
  static constexpr double most_sessions = 30'000;  // assumed: more do not get onto one host
  [[nodiscard]] double width(double n) const { return std::sqrt(1.0 / n + correlation_); }

  double correlation_;
  std::vector<double> counts_{}, excess_{};
};

/// Stands in for `MemoryRisk` where candidates are worked out. As exact as that for what it has been asked while it
/// learned, within 0.1 % else. Where a world changes the law of a class, what goes beyond the mean grows with the law's
/// standard deviation.
class LendingTable {
 public:
  explicit LendingTable(const sessions::Question& q) : risk_(q), allowed_(figures_of(q)) {
    for (std::size_t i = 0; i < risk_.classes(); ++i) {
      laws_.push_back(sessions::law_of(q.session(i)));
      used_.push_back(q.session(i).memory_used ? figures_of(q.session(i)) : std::vector<double>{});
      curves_.push_back(laws_[i] ? std::optional(curve(i, q.policy().memory_correlation)) : std::nullopt);
    }
  }

  /// Questions from now on are answered exactly, and kept.
  void learn(bool on) { learning_ = on; }

  /// False where probability or correlation are others: then a new table is needed.
  bool follow(const sessions::Question& q) {
    if (figures_of(q) != allowed_) return false;
    for (std::size_t i = 0; i < laws_.size(); ++i) {
      if (!q.session(i).memory_used) continue;
      std::vector<double> figures = figures_of(q.session(i));
      if (figures == used_[i]) continue;
      laws_[i] = sessions::law_of(q.session(i));
      used_[i] = std::move(figures);
      known_.clear();
    }
    return true;
  }

  [[nodiscard]] bool has_law(std::size_t session_class) const { return laws_[session_class].has_value(); }
  /// Bounds are not asked for.
  [[nodiscard]] static double least(std::size_t) { return 0.0; }

  [[nodiscard]] double most_alone(std::size_t session_class, double usable, double fixed) const {
    const std::tuple question{session_class, usable, fixed};
    const auto known = std::ranges::find(known_, question, &Known::question);
    if (known != known_.end()) return known->sessions;
    if (!learning_) return by_table(session_class, usable, fixed);
    known_.push_back({question, risk_.most_alone(session_class, usable, fixed)});
    return known_.back().sessions;
  }

 private:
  struct Known {
    std::tuple<std::size_t, double, double> question{};
    double sessions = 0;
  };

  static std::vector<double> figures_of(const sessions::Question& q) {
    return {q.policy().memory_overrun_probability, q.policy().memory_correlation};
  }
  static std::vector<double> figures_of(const SessionClass& c) {
    const MemoryUse& u = *c.memory_used;
    std::vector<double> figures{c.memory.base()};
    for (const auto& f : {u.mean, u.p50, u.p95, u.p99, u.sd}) figures.push_back(f ? f->base() : -1.0);
    return figures;
  }

  [[nodiscard]] ExcessCurve curve(std::size_t i, double correlation) const {
    return {*laws_[i], correlation, [&](double n) {
              std::vector<double> counts(risk_.classes(), 0.0);
              counts[i] = n;
              return risk_.needed(counts);
            }};
  }

  /// The most sessions whose certain parts, means and excess go into `usable`.
  [[nodiscard]] double by_table(std::size_t i, double usable, double fixed) const {
    const double mean = laws_[i]->mean(), sd = std::sqrt(laws_[i]->variance());
    double fits = 0, exceeds = std::ceil(usable / (mean + fixed)) + 1;
    while (exceeds - fits > 1) {
      const double n = std::floor((fits + exceeds) / 2);
      const double each = std::min(mean + sd * curves_[i]->at(n), laws_[i]->max);
      (n * (fixed + each) <= usable ? fits : exceeds) = n;
    }
    return fits;
  }

  sessions::MemoryRisk risk_;
  std::vector<double> allowed_;
  std::vector<std::optional<math::BetaLaw>> laws_{};
  std::vector<std::vector<double>> used_{};
  std::vector<std::optional<ExcessCurve>> curves_{};
  bool learning_ = false;
  mutable std::vector<Known> known_{};
};

}  // namespace planner::plan::uncertain
