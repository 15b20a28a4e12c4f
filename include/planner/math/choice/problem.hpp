#pragma once
#include <cstddef>
#include <limits>
#include <vector>

/// The resident / on-demand decision in its bare form: for every model one option, one grid point of the variance of
/// the shared pool, and a whole number of hosts, at least cost.
namespace planner::math::choice {

/// One way to serve a model. All figures are finite and not negative.
struct Option {
  double gpus_held = 0;      ///< GPUs held for good
  double pool_mean = 0;      ///< GPUs of the shared pool that it occupies on average
  double pool_variance = 0;  ///< variance of that number
  double dram_gb = 0, ssd_gb = 0;
  double penalty = 0;  ///< $/h of waiting
};

/// Minimise host_cost * hosts + sum of (penalty + dram_cost * dram + ssd_cost * ssd) over one option per model, with
///   sum of dram <= dram_cap, sum of ssd <= ssd_cap, sum of pool_variance <= variance_grid[j],
///   sum of (gpus_held + pool_mean) + z * sqrt(variance_grid[j]) <= host_gpus * hosts.
/// The grid makes the square root linear: a finer grid costs less, never more than the next point above.
struct Problem {
  double host_cost = 1, host_gpus = 1;        ///< $/h and GPUs of one host; above zero
  double dram_cost = 0, ssd_cost = 0;         ///< $/GB/h
  double dram_cap = 0, ssd_cap = 0;           ///< GB
  double z = 0;                               ///< standard deviations that the pool holds above its mean
  std::vector<double> variance_grid{};        ///< rising, not empty
  std::vector<std::vector<Option>> models{};  ///< none without an option
};

/// One option per model, priced.
struct Plan {
  std::vector<std::size_t> choice{};                      ///< by model: which of its options
  std::size_t grid_point = 0;                             ///< the lowest that covers the variance of the choice
  double hosts = 0;                                       ///< whole
  double cost = std::numeric_limits<double>::infinity();  ///< $/h
};

/// How much to spend on a better plan or a better bound. The default proves 200 models in milliseconds and 2,000 mostly
/// within seconds; it ends after half a minute.
struct Effort {
  double gap = 1e-9;                 ///< stop at this relative gap
  std::size_t work = 2'500'000'000;  ///< stop after looking at this many options; about 10 ns each
};

/// Effort that ends with a proof only.
inline constexpr Effort until_proven{1e-9, std::numeric_limits<std::size_t>::max()};

}  // namespace planner::math::choice
