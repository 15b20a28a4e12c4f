#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/say.hpp"
#include "planner/plan/sessions/design/design.hpp"
#include "planner/plan/sessions/question/allowed.hpp"
#include "planner/plan/sessions/question/session_facts.hpp"

/// Allowed boundaries without hosts, because a figure of theirs is not published, and the value at which they would take
/// no more than what was chosen.
namespace planner::plan::sessions {

namespace detail {

inline bool unpublished(const Design& design, std::size_t i, std::size_t option) {
  for (const HostChoice& h : design.table().hosts()) {
    const Rejected* const r = design.table().refusal(i, option, h.index);
    if (r && r->code.starts_with("unknown.")) return true;
  }
  return false;
}

inline std::string memory_beside(const std::optional<unit::SessionMemory>& memory, const Candidate& chosen,
                                 const std::string& name) {
  const Bytes ours = chosen.memory.overhead.total();
  if (!memory) return "less than " + say(ours) + " of memory per session beyond the session's own (" + name + ")";
  const Bytes more = memory->overhead.total() - ours;
  return more > Bytes{} ? "it takes " + say(more) + " more memory than " + name : "";
}

}  // namespace detail

/// The k-th class in an option that a missing figure keeps from being priced.
inline std::optional<Unknown> unpublished_option(const Question& q, const Design& design, std::size_t k,
                                                 std::size_t option) {
  const std::size_t i = design.tenancy().classes[k];
  const catalog::Boundary& b = *design.table().options()[option].boundary;
  if (policy_refusal(q, i, b) || !detail::unpublished(design, i, option)) return std::nullopt;
  const std::size_t chosen_option = design.chosen().options[k];
  const Candidate& chosen = *design.table().any(i, chosen_option);
  const std::string& name = design.table().options()[chosen_option].boundary->id;
  const auto memory = memory_of(q, i, b, chosen.gpu && chosen.gpu->pinned());
  const auto loss = cpu_loss_of(q, i, b, false);
  std::string what = memory ? "" : "memory per session", from = detail::memory_beside(memory, chosen, name);
  if (!loss) {
    what += std::string(what.empty() ? "" : " and ") + "CPU loss for this work";
    from += std::string(from.empty() ? "" : "; ") + "less than " + say_percent(chosen.cpu_loss) +
            " more CPU than in a container (" + name + ")";
  }
  return Unknown{q.session(i).name, b.id, what + ": not published, so it has no hosts here", from};
}

}  // namespace planner::plan::sessions
