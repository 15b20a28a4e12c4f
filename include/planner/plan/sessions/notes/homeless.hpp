#pragma once
#include <map>
#include <string>
#include <tuple>

#include "planner/plan/sessions/design/design.hpp"
#include "planner/plan/sessions/question/allowed.hpp"

/// Why a class has no place at all.
namespace planner::plan::sessions {

namespace detail {

/// How far an option is from fitting: 0 a host, a size or a licence away, 1 it does not exist, 2 policy forbids it.
inline int distance(const Rejected& r) {
  if (r.code.starts_with("policy.")) return 2;
  return r.code == "gpu.not_offered" ? 1 : 0;
}

}  // namespace detail

/// The reason that turns down most of what is nearest to fitting, with one option that it turns down.
inline std::string why_homeless(const Question& q, const Design& design, std::size_t i) {
  const std::string start = q.session(i).name + ": ";
  if (design.table().hosts().empty()) return start + "there is no host type that could be bought";
  std::map<std::tuple<int, std::string>, int> times;
  const Rejected* nearest = nullptr;
  const auto rank = [&](const Rejected& r) {
    return std::tuple(detail::distance(r), -times[{detail::distance(r), r.reason}], r.reason);
  };
  for (std::size_t o = 0; o < design.table().options().size(); ++o) {
    if (policy_refusal(q, i, *design.table().options()[o].boundary)) continue;
    for (const HostChoice& h : design.table().hosts()) {
      const Rejected* const r = design.table().refusal(i, o, h.index);
      if (!r) continue;
      ++times[{detail::distance(*r), r->reason}];
      if (!nearest || rank(*r) < rank(*nearest)) nearest = r;
    }
  }
  if (!nearest) return start + "its trust level and the boundaries that it names allow nothing";
  return start + "nothing that its trust level allows fits on any of the hosts. Nearest is " + nearest->option + ": " +
         nearest->reason;
}

}  // namespace planner::plan::sessions
