#include "planner/report/issues.hpp"

#include "report/document/json_parts.hpp"

namespace planner::report {

std::string issues_json(const InputError& fault) {
  const auto issues = array_of(fault.issues(), [](const Issue& i) {
    return OrderedJson{{"where", i.where}, {"code", i.code}, {"found", i.found}, {"rule", i.rule}, {"hint", i.hint}};
  });
  return OrderedJson{{"issues", issues}}.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace planner::report
