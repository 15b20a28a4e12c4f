#pragma once
#include <string>
#include <utility>
#include <vector>

#include "planner/base/quantity.hpp"

namespace planner {

/// One named number of an answer. An input has a source and no formula; a derived number has a formula over the ids of
/// earlier steps.
struct Step {
  std::string id;       ///< `pools.customer.firecracker.hosts`
  double value{};       ///< in base units of `dim`
  Dim dim{};
  std::string formula;  ///< `ceil(demand / host.density)`; empty for an input
  std::string source;   ///< source ids of an input; paper and equation of a formula
  std::string note;     ///< one sentence in plain words; may be empty
};

/// The derivation of an answer, in the order in which it was worked out. Planners take a `Trace*` and write to it only
/// where it is not null, so that search loops pay nothing.
class Trace {
 public:
  template <Dim D>
  Quantity<D> input(std::string id, Quantity<D> q, std::string source, std::string note = "") {
    steps_.push_back({std::move(id), q.base(), D, "", std::move(source), std::move(note)});
    return q;
  }
  template <Dim D>
  Quantity<D> step(std::string id, std::string formula, Quantity<D> q, std::string source = "", std::string note = "") {
    steps_.push_back({std::move(id), q.base(), D, std::move(formula), std::move(source), std::move(note)});
    return q;
  }
  double input(std::string id, double value, std::string source, std::string note = "") {
    return input(std::move(id), Quantity<dimensionless>::from_base(value), std::move(source), std::move(note)).base();
  }
  double step(std::string id, std::string formula, double value, std::string source = "", std::string note = "") {
    return step(std::move(id), std::move(formula), Quantity<dimensionless>::from_base(value), std::move(source),
                std::move(note))
        .base();
  }

  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }

 private:
  std::vector<Step> steps_;
};

}  // namespace planner
