#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "planner/evidence/trace.hpp"

namespace planner::report {

/// The steps of a trace by id. Of an id that was recorded twice the first counts.
class Steps {
 public:
  explicit Steps(const Trace& trace);

  [[nodiscard]] const Step* find(std::string_view id) const;
  [[nodiscard]] const std::vector<Step>& in_order() const { return trace_->steps(); }

 private:
  const Trace* trace_;
  std::map<std::string_view, const Step*> by_id_;
};

/// Ids that a formula names, each once, in their order.
std::vector<std::string_view> names_in(std::string_view formula);

/// `12 hosts`, `512 MiB`.
std::string shown_value(const Step& step);

/// The formula with the values of its names in their places.
std::string with_values(std::string_view formula, const Steps& steps);

}  // namespace planner::report
