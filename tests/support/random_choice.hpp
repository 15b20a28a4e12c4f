#pragma once
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "planner/math/choice/problem.hpp"

/// Random resident / on-demand problems, the same for the same seed on every machine.
namespace planner::testing {

/// What a fleet of `RandomChoice::fleet` is made of.
struct FleetMake {
  int models = 200;
  double host_gpus = 8;
  std::vector<double> load_gb_per_s{20, 6, 1.25};  ///< host RAM, SSD, object store
  std::vector<double> timeouts_s{60, 300, 900, 3600};
  double dram_share = 0.15, ssd_share = 0.6;  ///< of the sizes of all models
  int grid_points = 40;
};

class RandomChoice {
 public:
  using Option = math::choice::Option;
  using Problem = math::choice::Problem;

  explicit RandomChoice(unsigned seed) : engine_(seed) {}

  double real(double from, double to) { return from + (to - from) * static_cast<double>(engine_()) / 4294967296.0; }
  int whole(int from, int to) { return from + static_cast<int>(engine_() % static_cast<unsigned>(to - from + 1)); }
  bool chance(double p) { return real(0, 1) < p; }

  /// A few models, to be enumerated. Half of the problems have small whole numbers only, so that options tie,
  /// capacities are met exactly and GPUs fill hosts to the last; some have one option per model, no variance, or
  /// nothing that fits.
  Problem small() {
    whole_numbers_ = chance(0.5);
    const bool no_pool = chance(0.2), single = chance(0.1);
    Problem p;
    p.host_gpus = std::vector<double>{1, 4, 8, 16}[static_cast<std::size_t>(whole(0, 3))];
    p.host_cost = 1 + figure(30);
    p.dram_cost = figure(2), p.ssd_cost = chance(0.3) ? 0 : figure(1);
    p.z = no_pool ? 0 : real(0, 3);
    const int models = whole(1, 6);
    for (int m = 0; m < models; ++m) {
      p.models.emplace_back();
      for (int o = single ? 1 : whole(1, 4); o > 0; --o) p.models.back().push_back(option(no_pool));
    }
    Option most;
    for (const auto& options : p.models)
      for (const Option& o : options)
        most.dram_gb += o.dram_gb, most.ssd_gb += o.ssd_gb, most.pool_variance += o.pool_variance;
    p.dram_cap = rounded(most.dram_gb * real(0.1, 0.8)), p.ssd_cap = rounded(most.ssd_gb * real(0.1, 0.8));
    for (int j = whole(1, 6); j > 0; --j)
      p.variance_grid.push_back((p.variance_grid.empty() ? 0 : p.variance_grid.back()) + 0.01 +
                                figure(most.pool_variance / 3));
    return p;
  }

  /// Models from 8 GB on one GPU to 1.3 TB on sixteen, asked for between once a day and once in three seconds;
  /// resident, or on demand from each tier with each idle timeout. The make of the files in tests/data/residency.
  Problem fleet(const FleetMake& make) {
    Problem p;
    p.host_gpus = make.host_gpus, p.host_cost = 3 * make.host_gpus;
    p.dram_cost = 2e-3, p.ssd_cost = 1e-4, p.z = 2.326;
    double size = 0, variance = 0;
    for (int m = 0; m < make.models; ++m) size += add_model(make, p);
    for (const auto& options : p.models) {
      const auto most = std::max_element(options.begin(), options.end(), [](const Option& a, const Option& b) {
        return a.pool_variance < b.pool_variance;
      });
      variance += most->pool_variance;
    }
    p.dram_cap = std::floor(make.dram_share * size), p.ssd_cap = std::floor(make.ssd_share * size);
    for (int j = 1; j <= make.grid_points; ++j)
      p.variance_grid.push_back(variance * std::pow(j / static_cast<double>(make.grid_points), 2));
    return p;
  }

 private:
  double rounded(double value) const { return whole_numbers_ ? std::round(value) : value; }
  double figure(double most) { return rounded(real(0, most)); }

  Option option(bool no_pool) {
    const bool resident = no_pool || chance(0.3);
    Option o;
    o.gpus_held = resident ? whole(0, 8) : chance(0.2) ? 1 : 0;
    if (!resident) o.pool_mean = figure(4), o.pool_variance = figure(4);
    o.dram_gb = chance(0.5) ? figure(40) : 0, o.ssd_gb = chance(0.5) ? figure(40) : 0;
    o.penalty = resident ? 0 : figure(20);
    return o;
  }

  /// Returns the size of the new model, in GB.
  double add_model(const FleetMake& make, Problem& p) {
    static const std::vector<double> gpus_of{1, 1, 1, 1, 1, 2, 4, 4, 8, 16};
    const double gpus = gpus_of[static_cast<std::size_t>(whole(0, 9))];
    const double size = std::round(gpus * real(8, 85)), requests_per_s = std::pow(10, real(-5, -0.5));
    const double service_s = real(5, 30), held = gpus * std::max(1.0, std::ceil(requests_per_s * service_s / 7));
    p.models.push_back({Option{held}});
    for (std::size_t tier = 0; tier < make.load_gb_per_s.size(); ++tier)
      for (const double timeout : make.timeouts_s) {
        const double load_s = 8 + size / make.load_gb_per_s[tier], exponent = requests_per_s * (service_s + timeout);
        if (exponent > 30) continue;
        const double on = requests_per_s * load_s + std::expm1(exponent), share = on / (1 + on);
        p.models.back().push_back({0, held * share, held * held * share * (1 - share), tier == 0 ? size : 0,
                                   tier <= 1 ? size : 0, 72 * requests_per_s * (1 - share) * load_s});
      }
    return size;
  }

  std::mt19937 engine_;
  bool whole_numbers_ = false;
};

}  // namespace planner::testing
