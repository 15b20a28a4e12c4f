#pragma once
#include "planner/math/choice/dominance.hpp"
#include "planner/math/choice/pricing.hpp"

/// The problem as a multiple-choice knapsack with rows of like size.
namespace planner::math::choice {

class Instance {
 public:
  explicit Instance(const Problem& problem) : problem_(problem) {
    for (const auto& options : problem.models) add_model(options);
    choose_scale();
    for (Item& item : knapsack_.items)
      for (std::size_t r = 0; r < rows; ++r) item.use[r] /= scale_[r];
  }

  /// The knapsack at a grid point and a number of hosts. Its rows have the capacity tolerance, but less room for
  /// rounding than `within`, so that a choice that fits here also fits there.
  const Knapsack& at(std::size_t grid_point, double hosts) {
    const double gpus = problem_.host_gpus * hosts - headroom_gpus(problem_, grid_point);
    knapsack_.capacity = {gpus, problem_.variance_grid[grid_point], problem_.dram_cap, problem_.ssd_cap};
    for (std::size_t r = 0; r < rows; ++r) {
      const double capacity = knapsack_.capacity[r], tolerance = r == variance_row ? 0.0 : capacity_tolerance;
      knapsack_.capacity[r] = (capacity + tolerance + 0.5 * rounding_room(capacity)) / scale_[r];
    }
    knapsack_.price_limit.fill(infinity);
    knapsack_.fixed_cost = problem_.host_cost * hosts;
    return knapsack_;
  }

  /// The knapsack at a grid point with any number of hosts, whole or not: GPUs are bought at their share of a host.
  const Knapsack& with_free_hosts(std::size_t grid_point) {
    at(grid_point, 0.0);
    knapsack_.price_limit[gpu_row] = gpu_price();
    return knapsack_;
  }

  [[nodiscard]] const Problem& problem() const { return problem_; }

  /// Share of a host's cost for one unit of the GPU row.
  [[nodiscard]] double gpu_price() const { return problem_.host_cost / problem_.host_gpus * scale_[gpu_row]; }

  /// What one unit of each row stands for: GPUs, variance, GB of DRAM, GB of SSD.
  [[nodiscard]] const Vector& scale() const { return scale_; }

  /// Item ids of a whole choice, in any order, as an option per model.
  [[nodiscard]] std::vector<std::size_t> choice_of(const std::vector<std::size_t>& ids) const {
    std::vector<std::size_t> choice(problem_.models.size());
    for (std::size_t id : ids) choice[model_of_[id]] = id - first_id_[model_of_[id]];
    return choice;
  }

 private:
  /// Items lie in order of their GPUs, so that a model can be split into its lighter and its heavier options.
  void add_model(const std::vector<Option>& options) {
    const std::size_t model = first_id_.size(), begin = knapsack_.items.size();
    first_id_.push_back(model_of_.size());
    std::vector<Item> items;
    for (const Option& o : options) {
      const Vector use{o.gpus_held + o.pool_mean, o.pool_variance, o.dram_gb, o.ssd_gb};
      items.push_back({option_cost(problem_, o), use, model_of_.size()});
      model_of_.push_back(model);
    }
    items = undominated(items);
    const auto lighter = [](const Item& a, const Item& b) {
      return std::pair(a.use[gpu_row], a.id) < std::pair(b.use[gpu_row], b.id);
    };
    std::sort(items.begin(), items.end(), lighter);
    scale_[gpu_row] += items.back().use[gpu_row];
    knapsack_.items.insert(knapsack_.items.end(), items.begin(), items.end());
    knapsack_.models.push_back({begin, knapsack_.items.size()});
  }

  void choose_scale() {
    scale_[variance_row] = problem_.variance_grid.back();
    scale_[dram_row] = problem_.dram_cap, scale_[ssd_row] = problem_.ssd_cap;
    for (double& s : scale_)
      if (s == 0.0) s = 1.0;
  }

  const Problem& problem_;
  Knapsack knapsack_{};
  Vector scale_{};
  std::vector<std::size_t> first_id_{}, model_of_{};
};

}  // namespace planner::math::choice
