#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "planner/report/sweep.hpp"

namespace planner::report {

/// Points of a sweep priced by closed form. For each combination of values that are words, or that say which design it
/// is (spare hosts of models, a degree of tensor parallelism), a plan is solved in full, with the numbers that the
/// scenario has; at every other number who runs where stays as it is, and the plan's functions say how many hosts that
/// takes. For one thread; the same answers in any order of points.
class ClosedForm {
 public:
  /// Both must outlive it.
  ClosedForm(const Sweep& sweep, const catalog::Catalog& known);
  ClosedForm(const ClosedForm&) = delete;
  ClosedForm& operator=(const ClosedForm&) = delete;
  ~ClosedForm();

  [[nodiscard]] SweepRow row(std::size_t point);

 private:
  class Settled;

  Settled& settled_for(const std::vector<std::string>& values);

  const Sweep& sweep_;
  const catalog::Catalog& known_;
  std::vector<bool> is_number_{};       ///< of each axis: it changes no design
  std::vector<std::string> numbers_{};  ///< paths of those that do not
  std::map<std::vector<std::string>, std::unique_ptr<Settled>> settled_;
};

}  // namespace planner::report
