#include "report/session_texts.hpp"

#include <algorithm>

#include "io/session_policy_fields.hpp"
#include "planner/io/unit_text.hpp"
#include "planner/report/sessions.hpp"

namespace planner::report {
namespace {

using io::Named;
using io::Range;

std::string shown(double value) { return io::print_number(value); }
std::string shown(bool value) { return value ? "true" : "false"; }
template <Dim D>
std::string shown(Quantity<D> value) {
  return io::print(value);
}
template <class T>
std::string shown(const std::optional<T>& value) {
  return value ? shown(*value) : std::string(not_set);
}

/// Lists the fields of the policy whose pointer is among the defaults.
class DefaultLister {
 public:
  explicit DefaultLister(const std::vector<std::string>& pointers) : pointers_(pointers) {}

  template <class T>
  void number(const char* name, const T& value, Range, const char* meaning) {
    add(name, shown(value), meaning);
  }
  template <class T>
  void quantity(const char* name, const T& value, const char* meaning) {
    add(name, shown(value), meaning);
  }
  void per_gpu_year(const char* name, const std::optional<Usd>& value, const char* meaning) {
    add(name, shown(value), meaning);
  }
  void text(const char* name, const std::string& value, const char* meaning) { add(name, value, meaning); }
  void flag(const char* name, bool value, const char* meaning) { add(name, shown(value), meaning); }
  template <class T, std::size_t N>
  void choice(const char* name, T value, const std::array<Named<T>, N>& words, const char* meaning) {
    add(name, std::string(io::word_for(words, value)), meaning);
  }

  std::vector<DefaultUsed> used;

 private:
  void add(const char* name, std::string value, const char* meaning) {
    const std::string pointer = "/sessions/policy/" + std::string(name);
    if (std::ranges::find(pointers_, pointer) != pointers_.end()) {
      used.push_back({"policy." + std::string(name), std::move(value), meaning});
    }
  }

  const std::vector<std::string>& pointers_;
};

}  // namespace

std::string_view to_text(plan::Status status) {
  switch (status) {
    case plan::Status::ok:
      return "ok";
    case plan::Status::marginal:
      return "marginal";
    case plan::Status::unknown:
      return "unknown";
    case plan::Status::forbidden:
      return "forbidden";
    case plan::Status::infeasible:
      return "infeasible";
  }
  return "unknown";
}

std::vector<DefaultUsed> defaults_used(const plan::SessionInputs& inputs) {
  DefaultLister lister(inputs.defaults);
  io::visit_policy(inputs.policy, lister);
  return std::move(lister.used);
}

ElementNames session_element_names(const plan::SessionPlan& plan) {
  ElementNames names;
  for (const auto& tier : plan.tiers) names["tiers"].push_back(tier.session_class);
  for (const auto& pool : plan.pools) names["pools"].push_back(pool.trust + "." + pool.boundary);
  for (const auto& pool : plan.headroom) names["headroom"].push_back(pool.trust + "." + pool.boundary);
  for (const auto& pool : plan.warm_pools) names["warm_pools"].push_back(pool.session_class);
  for (const auto& row : plan.comparison) names["comparison"].push_back(row.boundary);
  return names;
}

}  // namespace planner::report
