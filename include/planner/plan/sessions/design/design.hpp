#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "planner/plan/sessions/design/design_search.hpp"
#include "planner/plan/sessions/design/dominance.hpp"
#include "planner/plan/sessions/question/allowed.hpp"

namespace planner::plan::sessions {

/// What the plan would cost more with another option for one class, all else as chosen.
struct Alternative {
  std::size_t option = 0;
  UsdPerTime extra{};
};

/// How the classes of one tenancy run: everything that was weighed, and the choice.
class Design {
 public:
  Design(const Question& q, const MemoryRisk& risk, Tenancy tenancy, CandidateTable table)
      : q_(q), tenancy_(std::move(tenancy)), table_(std::move(table)), book_(q, risk, table_) {
    for (const std::size_t i : tenancy_.classes) allowed_.push_back(allowed_options(i));
    for (std::size_t k = 0; k < allowed_.size(); ++k)
      if (allowed_[k].empty()) homeless_.push_back(tenancy_.classes[k]);
    if (homeless_.empty())
      chosen_ = cheapest_assignment(q_, tenancy_, undominated(tenancy_, table_, allowed_), table_, book_);
  }
  Design(const Design&) = delete;  // the book refers to the table
  Design& operator=(const Design&) = delete;

  [[nodiscard]] const Tenancy& tenancy() const { return tenancy_; }
  [[nodiscard]] const CandidateTable& table() const { return table_; }
  [[nodiscard]] PoolBook& book() { return book_; }
  /// Classes that no allowed option takes; with one of them there is no choice.
  [[nodiscard]] const std::vector<std::size_t>& homeless() const { return homeless_; }
  [[nodiscard]] const ChosenAssignment& chosen() const { return chosen_; }
  /// Per class of the tenancy: the options that policy allows and hosts take.
  [[nodiscard]] const Options& allowed() const { return allowed_; }

  /// Chooses anew without what was chosen for the k-th class, which has another option.
  void set_aside(std::size_t k) {
    std::erase(allowed_[k], chosen_.options[k]);
    chosen_ = cheapest_assignment(q_, tenancy_, undominated(tenancy_, table_, allowed_), table_, book_);
  }

  [[nodiscard]] std::vector<PoolMembers> pools() const {
    return chosen_.found ? pools_of(tenancy_, chosen_.options, table_) : std::vector<PoolMembers>{};
  }

  /// The other options of the k-th class, cheapest first.
  [[nodiscard]] std::vector<Alternative> alternatives(std::size_t k) {
    std::vector<Alternative> found;
    for (const std::size_t option : allowed_[k]) {
      if (option == chosen_.options[k]) continue;
      Assignment moved = chosen_.options;
      moved[k] = option;
      const AssignmentCost cost = cost_of(tenancy_, moved, table_, book_);
      if (cost.fits) found.push_back({option, cost.total - chosen_.cost.total});
    }
    std::ranges::sort(found, {}, [](const Alternative& a) { return std::pair(a.extra, a.option); });
    return found;
  }

 private:
  [[nodiscard]] std::vector<std::size_t> allowed_options(std::size_t i) const {
    std::vector<std::size_t> allowed;
    for (std::size_t o = 0; o < table_.options().size(); ++o)
      if (!policy_refusal(q_, i, *table_.options()[o].boundary) && table_.any(i, o)) allowed.push_back(o);
    return allowed;
  }

  const Question& q_;
  Tenancy tenancy_;
  CandidateTable table_;
  PoolBook book_;
  Options allowed_;
  std::vector<std::size_t> homeless_;
  ChosenAssignment chosen_;
};

}  // namespace planner::plan::sessions
