#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "planner/math/least_need.hpp"
#include "planner/math/overcommit.hpp"
#include "planner/plan/sessions/packing/member.hpp"
#include "planner/plan/sessions/question/question.hpp"

/// Memory that is promised but not used, lent to others: P(the sessions of a host want more than it has) stays within
/// the policy's probability.
namespace planner::plan::sessions {

/// The beta law of a class's real use on [0, memory], or nothing where its two figures fit none.
inline std::optional<math::BetaLaw> law_of(const SessionClass& c) {
  if (!c.memory_used) return std::nullopt;
  const auto figure = [](const std::optional<Bytes>& b) {
    return b ? std::optional<double>(b->base()) : std::nullopt;
  };
  const MemoryUse& u = *c.memory_used;
  return math::fit_beta(c.memory.base(), {figure(u.mean), figure(u.p50), figure(u.p95), figure(u.p99), figure(u.sd)});
}

/// What the sessions of a host use together, over all classes with a law; all share one common factor.
class MemoryRisk {
 public:
  explicit MemoryRisk(const Question& q) : allowed_(q.policy().memory_overrun_probability) {
    std::vector<math::BetaLaw> laws;
    for (const SessionClass& c : q.inputs.classes) {
      const auto law = law_of(c);
      slot_.push_back(law ? std::optional<std::size_t>(laws.size()) : std::nullopt);
      if (law) laws.push_back(*law);
    }
    if (laws.empty()) return;
    tail_.emplace(laws, q.policy().memory_correlation);
    least_ = math::least_needs(laws, q.policy().memory_correlation, allowed_);
  }

  [[nodiscard]] std::size_t classes() const { return slot_.size(); }
  [[nodiscard]] bool has_law(std::size_t session_class) const { return slot_[session_class].has_value(); }

  /// P(sessions[i] sessions of class i use more than `free` bytes together).
  [[nodiscard]] double overrun(const std::vector<double>& sessions, double free) const {
    std::vector<double> counts(tail_->laws().size(), 0.0);
    for (std::size_t i = 0; i < sessions.size(); ++i)
      if (slot_[i]) counts[*slot_[i]] += sessions[i];
    return tail_->tail(counts, free);
  }
  [[nodiscard]] bool accepts(const std::vector<double>& sessions, double free) const {
    return free >= 0.0 && overrun(sessions, free) <= allowed_;
  }

  /// Bytes that the lending sessions of a host may need: the smallest amount that they exceed with at most the allowed
  /// probability.
  [[nodiscard]] double needed(const std::vector<double>& sessions) const {
    double lower = 0.0, upper = 0.0;
    for (std::size_t i = 0; i < sessions.size(); ++i)
      if (slot_[i]) upper += sessions[i] * tail_->laws()[*slot_[i]].max;
    while (upper - lower > 1e-6 * upper) {
      const double middle = 0.5 * (lower + upper);
      (accepts(sessions, middle) ? upper : lower) = middle;
    }
    return upper;
  }

  /// The most sessions of one class alone that `usable` bytes hold when each also takes `fixed` bytes for certain.
  [[nodiscard]] double most_alone(std::size_t session_class, double usable, double fixed) const {
    return math::largest_count(*tail_, *slot_[session_class], fixed, usable, allowed_);
  }

  /// Bytes of lent memory that one session of the class needs at least, whatever sessions it shares a host with.
  [[nodiscard]] double least(std::size_t session_class) const { return least_[*slot_[session_class]]; }

 private:
  double allowed_;
  std::vector<std::optional<std::size_t>> slot_;  // per class: its place among the laws
  std::optional<math::SumTail> tail_;
  std::vector<double> least_;  // per law
};

}  // namespace planner::plan::sessions
