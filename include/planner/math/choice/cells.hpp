#pragma once
#include "planner/math/choice/ascent.hpp"
#include "planner/math/choice/instance.hpp"

/// The cells of the search: a grid point and a whole number of hosts, each with a bound on the cost of its plans.
namespace planner::math::choice {

struct Cell {
  std::size_t grid_point = 0;
  double hosts = 0;
  double bound = 0;           ///< no plan of this cell costs less
  Basis basis{};              ///< of its best prices
  int next_hosts = 0;         ///< the neighbour with one host less (-1) or more (+1) is still to be opened
  double step = 0;            ///< by how much the next attempt raises the bound
  std::size_t allowance = 0;  ///< looks at items that it may take
};

/// Cells are opened when their bound may matter. With any number of hosts every grid point has a bound below all of its
/// cells; the two whole numbers around the relaxed one come next; and as the bound is convex in the hosts, the cells
/// farther out cost no less than these.
class Cells {
 public:
  /// Nothing at `ceiling` or above is of interest, nor what is within the relative `gap`.
  Cells(Instance& instance, double ceiling, double gap)
      : instance_(instance), ceiling_(ceiling), first_step_(std::max(least_step, 0.5 * gap)) {}

  /// Bounds every grid point, each from the prices of the one before.
  void bound_grid() {
    Basis basis = basis_at({instance_.gpu_price(), 0.0, 0.0, 0.0});
    for (std::size_t g = 0; g < instance_.problem().variance_grid.size(); ++g) {
      const Knapsack& knapsack = instance_.with_free_hosts(g);
      const Relaxation at = solved(knapsack, basis, ceiling_);
      basis = at.basis;
      grid_.push_back({g, relaxed_hosts(knapsack, at, g), at.bound, whole_host_basis(at)});
    }
    const auto higher = [](const Cell& a, const Cell& b) { return a.bound > b.bound; };
    std::sort(grid_.begin(), grid_.end(), higher);
  }

  /// No plan costs less; infinite if there are no cells at all.
  [[nodiscard]] double bound() const {
    double least = grid_.empty() ? infinity : grid_.back().bound;
    for (const Cell& cell : cells_) least = std::min(least, cell.bound);
    return least;
  }

  /// The cell with the lowest bound; none if there are no cells at all, or the work has reached `limit`.
  Cell* lowest(std::size_t limit) {
    while (work() < limit) {
      looks_ += cells_.size();
      const auto lower = [](const Cell& a, const Cell& b) { return a.bound < b.bound; };
      const auto cell = std::min_element(cells_.begin(), cells_.end(), lower);
      const double bound = cell == cells_.end() ? infinity : cell->bound;
      if (!grid_.empty() && grid_.back().bound <= bound)
        open_grid_point();
      else if (cell != cells_.end() && cell->next_hosts != 0)
        open_neighbour(*cell);
      else
        return cell == cells_.end() ? nullptr : &*cell;
    }
    return nullptr;
  }

  /// The relaxation at the best prices of a cell.
  Relaxation relaxation(const Cell& cell, double cutoff) {
    return solved(instance_.at(cell.grid_point, cell.hosts), cell.basis, cutoff);
  }

  [[nodiscard]] std::size_t work() const { return ascent_.work() + looks_; }

 private:
  Relaxation solved(const Knapsack& knapsack, const Basis& basis, double cutoff) {
    Relaxation at = start_relaxation(knapsack, basis);
    looks_ += knapsack.items.size();
    ascent_.climb(knapsack, at, cutoff);
    return at;
  }

  /// Hosts that the relaxed choice asks for.
  [[nodiscard]] double relaxed_hosts(const Knapsack& knapsack, const Relaxation& at, std::size_t grid_point) const {
    const Problem& p = instance_.problem();
    double gpus = 0.0;
    for (std::size_t key : at.key) gpus += knapsack.items[key].use[gpu_row];
    for (std::size_t k = 0; k < rows; ++k)
      if (at.basis[k].hold == Hold::pair) gpus += at.share[k] * at.basis[k].normal[gpu_row];
    return (gpus * instance_.scale()[gpu_row] + headroom_gpus(p, grid_point)) / p.host_gpus;
  }

  /// With whole hosts the price of a GPU has no limit.
  static Basis whole_host_basis(const Relaxation& at) {
    Basis basis = at.basis;
    for (Tie& tie : basis)
      if (tie.hold == Hold::ceiling) tie.hold = Hold::start;
    return basis;
  }

  void open_grid_point() {
    const Cell g = grid_.back();
    grid_.pop_back();
    if (g.bound >= ceiling_) return;
    const double below = std::floor(g.hosts);
    open(g, below, -1);
    open(g, below + 1.0, +1);
  }

  void open_neighbour(Cell& cell) {
    const int step = std::exchange(cell.next_hosts, 0);
    open(Cell(cell), cell.hosts + step, step);
  }

  void open(const Cell& from, double hosts, int next_hosts) {
    if (hosts < 0.0) return;
    Cell cell{from.grid_point, hosts, 0.0, from.basis, next_hosts};
    const Relaxation at = relaxation(cell, ceiling_);
    cell.bound = at.bound, cell.basis = at.basis;
    cell.step = first_step_ * std::max(std::abs(at.bound), 1e-6 * ceiling_);  // a bound may be zero, a step may not
    cell.allowance = first_passes * at.priced.size();
    if (cell.bound < ceiling_) cells_.push_back(cell);
  }

  // Chosen on random instances of 20 to 2,000 models; the time hardly depends on them.
  static constexpr double least_step = 1e-6;
  static constexpr std::size_t first_passes = 320;

  Instance& instance_;
  double ceiling_, first_step_;
  std::size_t looks_ = 0;
  DualAscent ascent_{};
  std::vector<Cell> grid_{};  ///< grid points not yet opened, the lowest bound last
  std::vector<Cell> cells_{};
};

}  // namespace planner::math::choice
