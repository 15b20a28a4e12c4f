#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>
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
/// standard deviation. Its answers do not depend on the worlds before.
class LendingTable {
 public:
  explicit LendingTable(const sessions::Question& q)
      : risk_(q), allowed_(figures_of(q.policy())), given_(law_figures(q)), used_(given_) {
    for (std::size_t i = 0; i < risk_.classes(); ++i) {
      laws_.push_back(sessions::law_of(q.session(i)));
      curves_.push_back(laws_[i] ? std::optional(curve(i, q.policy().memory_correlation)) : std::nullopt);
    }
  }

  /// Questions from now on are answered exactly, and kept.
  void learn(bool on) { learning_ = on; }

  [[nodiscard]] bool is_made_from(const sessions::Question& q) const {
    return figures_of(q.policy()) == allowed_ && law_figures(q) == given_;
  }

  /// False where probability, correlation or which classes have a law are others: then a new table is needed.
  bool follow(const sessions::Question& q) {
    std::vector<std::vector<double>> figures = law_figures(q);
    const auto both_or_none = [](const auto& a, const auto& b) { return a.empty() == b.empty(); };
    if (figures_of(q.policy()) != allowed_ || !std::ranges::equal(figures, given_, both_or_none)) return false;
    for (std::size_t i = 0; i < laws_.size(); ++i)
      if (figures[i] != used_[i]) laws_[i] = sessions::law_of(q.session(i));
    used_ = std::move(figures);
    return true;
  }

  [[nodiscard]] bool has_law(std::size_t session_class) const { return laws_[session_class].has_value(); }
  /// Bounds are not asked for.
  [[nodiscard]] static double least(std::size_t) { return 0.0; }

  [[nodiscard]] double most_alone(std::size_t session_class, double usable, double fixed) const {
    const std::tuple question{session_class, usable, fixed};
    if (used_[session_class] != given_[session_class]) return by_table(session_class, usable, fixed);
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

  static std::pair<double, double> figures_of(const SessionPolicy& p) {
    return {p.memory_overrun_probability, p.memory_correlation};
  }
  /// Of each class what its law follows from; nothing where it has none.
  static std::vector<std::vector<double>> law_figures(const sessions::Question& q) {
    std::vector<std::vector<double>> figures;
    for (const SessionClass& c : q.inputs.classes) {
      figures.emplace_back();
      if (!c.memory_used) continue;
      const MemoryUse& u = *c.memory_used;
      figures.back().push_back(c.memory.base());
      for (const auto& f : {u.mean, u.p50, u.p95, u.p99, u.sd}) figures.back().push_back(f ? f->base() : -1.0);
    }
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
  std::pair<double, double> allowed_;
  std::vector<std::vector<double>> given_, used_;  ///< figures of the laws: when it was made, and now
  std::vector<std::optional<math::BetaLaw>> laws_{};
  std::vector<std::optional<ExcessCurve>> curves_{};
  bool learning_ = false;
  mutable std::vector<Known> known_{};
};

}  // namespace planner::plan::uncertain
