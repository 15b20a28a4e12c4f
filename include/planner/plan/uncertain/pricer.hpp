#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/uncertain/price.hpp"

namespace planner::plan::uncertain {

/// Settled designs of one scenario, priced in the world that its catalog and inputs are in at the moment.
class DesignPricer {
 public:
  DesignPricer() = default;
  DesignPricer(const DesignPricer&) = delete;
  DesignPricer& operator=(const DesignPricer&) = delete;
  virtual ~DesignPricer() = default;

  /// Names of the designs, the plan's own first; none where the scenario fits nowhere.
  [[nodiscard]] virtual const std::vector<std::string>& designs() const = 0;
  /// Entries of the catalog that their prices can depend on: `boundaries.firecracker`, `gpu_sharing`.
  [[nodiscard]] virtual const std::vector<std::string>& entries() const = 0;
  /// The first `count` designs, by closed form.
  virtual void price(std::size_t count, std::vector<Price>& prices) = 0;
  /// The plan of this world, decided afresh and solved in full; nothing where it is infeasible.
  [[nodiscard]] virtual std::optional<Price> solve() = 0;
};

}  // namespace planner::plan::uncertain
