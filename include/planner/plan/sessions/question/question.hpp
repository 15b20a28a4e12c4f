#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "planner/catalog/catalog.hpp"
#include "planner/plan/sessions/question/inputs.hpp"

namespace planner::plan::sessions {

/// What is asked, and what is known.
struct Question {
  const catalog::Catalog& catalog;
  const SessionInputs& inputs;

  [[nodiscard]] const SessionPolicy& policy() const { return inputs.policy; }
  [[nodiscard]] const SessionClass& session(std::size_t i) const { return inputs.classes[i]; }
  [[nodiscard]] const TrustLevel& trust(std::size_t i) const { return inputs.trust.at(session(i).trust); }
};

/// Classes whose sessions may share hosts: those of one trust level, or all of them where the policy says so.
struct Tenancy {
  std::string name{};  ///< of its trust levels, joined by `+`
  bool smt = true;     ///< off as soon as one of its trust levels wants it off
  std::vector<std::size_t> classes{};
};

inline void join_tenancy(Tenancy& tenancy, const Question& q, std::size_t i) {
  const TrustLevel& trust = q.trust(i);
  const bool new_level = std::none_of(tenancy.classes.begin(), tenancy.classes.end(), [&](std::size_t other) {
    return q.session(other).trust == q.session(i).trust;
  });
  if (new_level) tenancy.name += (tenancy.name.empty() ? "" : "+") + q.session(i).trust;
  tenancy.smt = tenancy.smt && trust.smt;
  tenancy.classes.push_back(i);
}

/// The tenancies of the classes with or without GPUs, in the order in which the scenario brings them.
inline std::vector<Tenancy> tenancies(const Question& q, bool with_gpu) {
  std::vector<Tenancy> found;
  for (std::size_t i = 0; i < q.inputs.classes.size(); ++i) {
    if (q.session(i).gpu.has_value() != with_gpu) continue;
    const auto shares = [&](const Tenancy& t) {
      return q.policy().share_hosts_between_trust_levels || q.session(t.classes.front()).trust == q.session(i).trust;
    };
    auto place = std::find_if(found.begin(), found.end(), shares);
    if (place == found.end()) place = found.insert(place, Tenancy{});
    join_tenancy(*place, q, i);
  }
  return found;
}

}  // namespace planner::plan::sessions
