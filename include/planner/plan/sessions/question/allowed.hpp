#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/sessions/plan.hpp"
#include "planner/plan/sessions/question/question.hpp"

/// Which boundaries a trust level lets a class run behind.
namespace planner::plan::sessions {

constexpr bool permits(KernelRule rule, catalog::Kernel kernel) {
  switch (rule) {
    case KernelRule::any: return true;
    case KernelRule::own_or_userspace: return kernel != catalog::Kernel::shared;
    case KernelRule::own: return kernel == catalog::Kernel::own;
  }
  return false;
}

/// Whose kernel runs the code, for people.
constexpr std::string_view describe(catalog::Kernel kernel) {
  switch (kernel) {
    case catalog::Kernel::shared: return "the host's, shared by all sessions";
    case catalog::Kernel::userspace: return "a kernel in user space in front of the host's";
    case catalog::Kernel::own: return "a guest kernel of its own";
  }
  return "";
}

/// The same of a boundary: a guest kernel runs in a microVM or in a full VM.
inline std::string describe(const catalog::Boundary& b) {
  std::string kernel(describe(b.kernel));
  if (b.devices == catalog::Devices::none) return kernel;
  return kernel + (b.devices == catalog::Devices::minimal ? ", in a microVM" : ", in a full VM");
}

inline bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The scenario asks for this boundary by name, for the class or for its trust level.
inline bool named(const Question& q, std::size_t i, const catalog::Boundary& b) {
  return contains(q.session(i).boundaries, b.id) || contains(q.trust(i).boundaries, b.id);
}

/// Why policy turns `b` down for class `i`, or nothing.
inline std::optional<Rejected> policy_refusal(const Question& q, std::size_t i, const catalog::Boundary& b) {
  const SessionClass& c = q.session(i);
  const TrustLevel& trust = q.trust(i);
  const auto refused = [&](std::string code, std::string reason, std::string change) {
    return Rejected{c.name, b.id, std::move(code), std::move(reason), std::move(change)};
  };
  if (!permits(trust.kernel, b.kernel))
    return refused("policy.kernel",
                   "trust level " + c.trust + " asks for another kernel than " + std::string(describe(b.kernel)),
                   "a wider kernel rule for " + c.trust);
  if (!c.boundaries.empty() && !contains(c.boundaries, b.id))
    return refused("policy.boundaries", "the class names the boundaries it may run behind", "name " + b.id + " there");
  if (!trust.boundaries.empty() && !contains(trust.boundaries, b.id))
    return refused("policy.boundaries", "trust level " + c.trust + " names its boundaries", "name " + b.id + " there");
  if (!b.shown_only.empty() && !named(q, i, b))
    return refused("boundary.shown_only", b.shown_only, "name " + b.id + " under `boundaries` to have it chosen");
  return std::nullopt;
}

}  // namespace planner::plan::sessions
