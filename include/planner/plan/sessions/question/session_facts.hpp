#pragma once
#include <optional>
#include <string>

#include "planner/plan/sessions/question/question.hpp"
#include "planner/unit/session_cpu.hpp"
#include "planner/unit/session_memory.hpp"

/// One session of a class behind one boundary, as the policy wants it.
namespace planner::plan::sessions {

/// The way of sharing memory that the scenario asks for, or null.
inline const catalog::MemorySharing* sharing_of(const Question& q, const catalog::Boundary& b) {
  const auto asked = q.policy().sharing.find(b.id);
  return asked == q.policy().sharing.end() ? nullptr : unit::find_sharing(b, asked->second);
}

inline std::optional<unit::SessionMemory> memory_of(const Question& q, std::size_t i, const catalog::Boundary& b,
                                                    bool pinned) {
  const SessionClass& c = q.session(i);
  return unit::session_memory(b, {.memory = c.memory,
                                  .vcpu = c.vcpu,
                                  .meaning = q.policy().memory_means,
                                  .pinned = pinned,
                                  .sharing = sharing_of(q, b)});
}

/// The containers that other boundaries are measured against: a shared kernel, measured rather than assumed where
/// there is a choice.
inline const catalog::Boundary* yardstick(const catalog::Catalog& catalog) {
  const auto assumed = [](const catalog::Boundary& b) { return b.memory.fixed.basis == Basis::assumed; };
  const catalog::Boundary* best = nullptr;
  for (const auto& [id, b] : catalog.boundaries) {
    if (b.kernel != catalog::Kernel::shared || !b.memory.fixed.known()) continue;
    if (!best || (assumed(*best) && !assumed(b))) best = &b;
  }
  return best;
}

/// CPU of class `i` behind `b` relative to a plain container; nothing where a figure is not published.
inline std::optional<double> cpu_loss_of(const Question& q, std::size_t i, const catalog::Boundary& b, bool nested) {
  return unit::cpu_loss(b, q.session(i).work, nested, yardstick(q.catalog));
}

/// Sessions come up from a template or snapshot where the scenario asks for one; merging equal pages starts nothing.
inline unit::StartKind start_kind(const Question& q, const catalog::Boundary& b) {
  const catalog::MemorySharing* const sharing = sharing_of(q, b);
  return sharing && sharing->id != "ksm" ? unit::StartKind::restore : unit::StartKind::cold;
}

/// Kata's device plugin settles before a session has its GPU.
inline bool is_kata(const catalog::Boundary& b) { return b.product.starts_with("Kata"); }

/// What a boundary that runs guests finds on the host.
inline bool has_kvm(const catalog::Host& host) { return host.bare_metal || host.nested_virtualisation.value_or(false); }
inline bool runs_nested(const catalog::Boundary& b, const catalog::Host& host) {
  return b.needs != catalog::Virtualisation::none && !host.bare_metal;
}

}  // namespace planner::plan::sessions
