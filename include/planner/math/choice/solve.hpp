#pragma once
#include "planner/math/choice/branch.hpp"
#include "planner/math/choice/cells.hpp"
#include "planner/math/choice/solution.hpp"

/// The exact solver of the bare resident / on-demand decision.
namespace planner::math::choice {

/// The cell with the lowest bound is searched for plans that cost no more than a little above its bound. If all of them
/// are seen, the bound rises by that little; if there are too many, less is tried. So the search stays narrow, where
/// reduced costs fix nearly all models, and ends where the bound meets the cheapest plan.
class Solver {
 public:
  Solver(const Problem& problem, const Effort& effort)
      : problem_(problem),
        effort_(effort),
        instance_(problem),
        ceiling_(cost_ceiling(problem)),
        cells_(instance_, ceiling_, effort.gap) {}

  Solution run() {
    cells_.bound_grid();
    if (const Cell* cell = cells_.lowest(std::max(effort_.work, first_plan_work))) find_first_plan(*cell);
    if (!best_) find_any_plan();
    while (cells_.bound() < cutoff() && work() < effort_.work) {
      Cell* cell = cells_.lowest(effort_.work - branch_.work());
      if (cell != nullptr && cell->bound < cutoff()) raise(*cell);
    }
    double bound = cells_.bound();
    if (!best_ && bound >= ceiling_) bound = infinity;
    Solution s{best_, best_ ? std::min(bound, best_->cost) : bound, false, branch_.nodes(), work()};
    s.proven = s.lower_bound >= (best_ ? below(best_->cost, proof_gap) : infinity);
    return s;
  }

 private:
  /// However small the effort, a plan is looked for.
  static constexpr std::size_t first_plan_work = 10'000'000;

  static double below(double cost, double gap) { return cost - gap * std::abs(cost); }

  /// Plans at this cost or above are of no interest.
  [[nodiscard]] double cutoff() const { return best_ ? std::min(below(best_->cost, effort_.gap), ceiling_) : ceiling_; }
  [[nodiscard]] std::size_t work() const { return cells_.work() + branch_.work(); }

  bool improve(const std::vector<std::size_t>& ids) {
    auto plan = priced(problem_, instance_.choice_of(ids));
    if (!plan || (best_ && plan->cost >= best_->cost)) return false;
    best_ = std::move(plan);
    return true;
  }

  /// Searches a cell below `cut`; true if everything there was seen.
  template <class Judge>
  bool search(const Cell& cell, double cut, std::size_t allowance, Judge judge) {
    const Relaxation at = cells_.relaxation(cell, cut);
    return at.bound >= cut || branch_.run(instance_.at(cell.grid_point, cell.hosts), at, cut, allowance, judge);
  }

  void raise(Cell& cell) {
    const double cut = std::min(cell.bound + cell.step, cutoff()), cutoff_before = cutoff();
    const std::size_t work_before = branch_.work(), work_left = effort_.work - std::min(effort_.work, work());
    const bool complete = search(cell, cut, std::min(cell.allowance, work_left), [&](const auto& ids) {
      improve(ids);
      return std::min(cut, cutoff());
    });
    if (complete) {
      cell.bound = std::min(cut, cutoff());
      cell.step *= 2.0;
      cell.allowance = std::max(cell.allowance, 4 * (branch_.work() - work_before));
    } else {
      if (cutoff() == cutoff_before) cell.step /= 2.0;
      cell.allowance += cell.allowance / 3;
    }
  }

  /// Any plan at all, for a start: ever wider searches that end with the first find.
  void find_first_plan(const Cell& cell) {
    for (double width = 1e-4; width < 1.0 && !best_; width *= 10.0) {
      const double cut = std::min(cell.bound + width * std::abs(cell.bound), ceiling_);
      search(cell, cut, cell.allowance / 16, [&](const auto& ids) { return improve(ids) ? -infinity : cut; });
    }
  }

  /// Where the hosts that the relaxation asks for are too few, and one more after the other leads nowhere: any choice
  /// on as many hosts as there could be need for.
  void find_any_plan() {
    Cell cell{.hosts = most_hosts(problem_), .basis = basis_at({})};
    for (cell.grid_point = problem_.variance_grid.size(); cell.grid_point-- > 0 && !best_;)
      search(cell, ceiling_, first_plan_work / problem_.variance_grid.size(),
             [&](const auto& ids) { return improve(ids) ? -infinity : ceiling_; });
  }

  const Problem& problem_;
  Effort effort_;
  Instance instance_;
  double ceiling_;
  Cells cells_;
  BranchAndBound branch_{};
  std::optional<Plan> best_{};
};

/// Solves the problem: the cheapest plan, and a bound that proves it or says how much cheaper a plan could be at most.
inline Solution solve(const Problem& problem, const Effort& effort = {}) { return Solver(problem, effort).run(); }

}  // namespace planner::math::choice
