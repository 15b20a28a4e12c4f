#pragma once
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "planner/base/error.hpp"
#include "planner/math/choice/problem.hpp"

namespace planner::math::choice {

/// Sums of numbers up to here, over all models, stay finite and keep some digits behind the point.
inline constexpr double largest_number = 1e12;

/// A field of a record under the name that the JSON form gives it.
template <class Record>
struct NamedField {
  const char* name;
  double Record::* field;
};

inline constexpr std::array<NamedField<Option>, 6> option_fields{{{"gpu_res", &Option::gpus_held},
                                                                  {"rho", &Option::pool_mean},
                                                                  {"var", &Option::pool_variance},
                                                                  {"dram", &Option::dram_gb},
                                                                  {"ssd", &Option::ssd_gb},
                                                                  {"pen", &Option::penalty}}};

inline constexpr std::array<NamedField<Problem>, 7> problem_fields{{{"host_cost", &Problem::host_cost},
                                                                    {"host_gpus", &Problem::host_gpus},
                                                                    {"dram_cost_per_gb_h", &Problem::dram_cost},
                                                                    {"ssd_cost_per_gb_h", &Problem::ssd_cost},
                                                                    {"dram_cap", &Problem::dram_cap},
                                                                    {"ssd_cap", &Problem::ssd_cap},
                                                                    {"z", &Problem::z}}};

/// Collects the faults of a problem, each under the JSON pointer of the number in question.
class Validation {
 public:
  explicit Validation(const Problem& problem) {
    for (const auto& [name, field] : problem_fields) check(std::string("/") + name, problem.*field);
    if (problem.host_cost == 0.0) fault("/host_cost", "0", "must be above 0.");
    if (problem.host_gpus == 0.0) fault("/host_gpus", "0", "must be above 0.");
    check_grid(problem.variance_grid);
    if (problem.models.empty()) fault("/models", "none", "at least one model is needed.");
    for (std::size_t m = 0; m < problem.models.size(); ++m) check_model(m, problem.models[m]);
  }

  [[nodiscard]] std::vector<Issue> take() { return std::move(issues_); }

 private:
  void fault(std::string where, std::string found, std::string rule) {
    issues_.push_back({std::move(where), "input.out_of_range", std::move(found), std::move(rule), ""});
  }

  void check(const std::string& where, double value) {
    if (std::isfinite(value) && value >= 0.0 && value <= largest_number) return;
    fault(where, std::to_string(value), "must be a number from 0 to 10^12.");
  }

  void check_grid(const std::vector<double>& grid) {
    if (grid.empty()) fault("/var_grid", "none", "at least one grid point is needed.");
    for (std::size_t j = 0; j < grid.size(); ++j) {
      const std::string where = "/var_grid/" + std::to_string(j);
      check(where, grid[j]);
      if (j > 0 && grid[j] <= grid[j - 1]) fault(where, std::to_string(grid[j]), "must be above the one before.");
    }
  }

  void check_model(std::size_t m, const std::vector<Option>& options) {
    if (options.empty())
      return fault("/models/" + std::to_string(m) + "/opts", "none", "a model needs at least one option.");
    for (std::size_t o = 0; o < options.size(); ++o)
      for (const auto& [name, field] : option_fields) {
        const double value = options[o].*field;
        if (!(value >= 0.0 && value <= largest_number))
          check("/models/" + std::to_string(m) + "/opts/" + std::to_string(o) + "/" + name, value);
      }
  }

  std::vector<Issue> issues_{};
};

inline std::vector<Issue> faults_of(const Problem& problem) { return Validation(problem).take(); }

}  // namespace planner::math::choice
