#pragma once
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "planner/evidence/source.hpp"
#include "planner/evidence/trace.hpp"

/// Recording of a finished plan: every number with the formula that gives it from earlier ones.
namespace planner::plan {

/// A name as part of an id: what ids do not allow becomes `_`.
inline std::string id_part(std::string name) {
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && std::string_view("_.-+/@").find(c) == std::string_view::npos)
      c = '_';
  return name;
}

/// `a + b + c`; what stands in for an empty sum is the caller's.
inline std::string sum_of(const std::vector<std::string>& terms) {
  std::string sum;
  for (const std::string& t : terms) sum += (sum.empty() ? "" : " + ") + t;
  return sum;
}

/// Writes to a trace, each id once: what several parts of a plan share is recorded where it is first needed.
class Narrator {
 public:
  /// @param defaults JSON pointers of fields that the scenario left out
  Narrator(Trace& trace, const std::vector<std::string>& defaults) : trace_(trace), defaults_(defaults) {}

  /// An input; its id again.
  template <class Value>
  std::string given(std::string id, Value value, const std::string& source, const std::string& note = "") {
    if (recorded_.insert(id).second) trace_.input(id, value, source, note);
    return id;
  }
  /// A number of the catalog.
  template <class Value>
  std::string fact(std::string id, const Fact<Value>& fact) {
    return given(std::move(id), fact.value(), fact.cited(), fact.conditions);
  }
  /// A number that follows from earlier ones.
  template <class Value>
  std::string step(std::string id, const std::string& formula, Value value, const std::string& source = "",
                   const std::string& note = "") {
    if (recorded_.insert(id).second) trace_.step(id, formula, value, source, note);
    return id;
  }
  /// A field of the policy.
  template <class Value>
  std::string policy(const std::string& field, Value value) {
    return given("inputs.policy." + field, value, left_out(field) ? "default" : "scenario");
  }

 private:
  [[nodiscard]] bool left_out(const std::string& field) const {
    for (const std::string& pointer : defaults_)
      if (pointer.ends_with("/" + field)) return true;
    return false;
  }

  Trace& trace_;
  const std::vector<std::string>& defaults_;
  std::set<std::string> recorded_;
};

}  // namespace planner::plan
