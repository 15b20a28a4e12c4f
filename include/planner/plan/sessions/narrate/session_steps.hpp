#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planner/plan/sessions/candidates/candidate.hpp"
#include "planner/plan/sessions/candidates/host_room.hpp"
#include "planner/plan/sessions/narrate/narrator.hpp"
#include "planner/plan/sessions/question/session_facts.hpp"
#include "planner/unit/guest_vcpus.hpp"

/// What one session takes, derived from the catalog and the scenario.
namespace planner::plan::sessions {

/// One class behind one boundary, and where its numbers go.
struct SessionStory {
  std::size_t session_class = 0;
  const catalog::Boundary& boundary;
  std::string prefix{};  ///< `tiers.snippet`

  [[nodiscard]] std::string at(const std::string& name) const { return prefix + "." + name; }
  [[nodiscard]] std::string of_boundary(const std::string& name) const {
    return "catalog." + boundary.id + "." + name;
  }
};

/// What the scenario says of the class; the prefix of its ids.
inline std::string narrate_class(Narrator& n, std::size_t i) {
  const SessionClass& c = n.question().session(i);
  const std::string prefix = "inputs." + id_part(c.name);
  n.given(prefix + ".concurrent", c.concurrent, "scenario");
  n.given(prefix + ".memory", c.memory, "scenario");
  n.given(prefix + ".vcpu", c.vcpu, "scenario");
  n.given(prefix + ".disk", c.disk, "scenario");
  n.given(prefix + ".lifetime", c.lifetime, "scenario");
  return prefix;
}

namespace detail {

/// The fixed part of the overhead, after sharing where the scenario asks for it.
inline std::string narrate_fixed(Narrator& n, const SessionStory& s, bool pinned) {
  const catalog::MemorySharing* const sharing = pinned ? nullptr : sharing_of(n.question(), s.boundary);
  if (!sharing) return n.fact(s.of_boundary("memory.fixed"), s.boundary.memory.fixed);
  const std::string shared = s.of_boundary("sharing." + sharing->id);
  if (sharing->fixed.known()) return n.fact(shared + ".fixed", sharing->fixed);
  const std::string fixed = n.fact(s.of_boundary("memory.fixed"), s.boundary.memory.fixed);
  const std::string saving = n.fact(shared + ".saving", sharing->saving);
  return n.step(shared + ".kept", "(1 - " + saving + ") * " + fixed,
                (1.0 - sharing->saving.value()) * s.boundary.memory.fixed.value());
}

inline std::string narrate_slope(Narrator& n, const SessionStory& s, bool pinned) {
  const catalog::MemorySharing* const sharing = pinned ? nullptr : sharing_of(n.question(), s.boundary);
  if (sharing && sharing->slope.known())
    return n.fact(s.of_boundary("sharing." + sharing->id + ".slope"), sharing->slope);
  return n.fact(s.of_boundary("memory.slope"), s.boundary.memory.slope);
}

constexpr std::string_view work_name(catalog::Work work) {
  constexpr std::array<std::string_view, 4> names{"compute", "syscalls", "network", "disk"};
  return names[static_cast<std::size_t>(work)];
}

/// The monitor's part of `fixed`, and what it takes for each guest vCPU.
inline std::string monitor_formula(Narrator& n, const SessionStory& s, const std::string& fixed,
                                   const std::string& inputs) {
  const catalog::MemoryOverhead& m = s.boundary.memory;
  const bool guest = s.boundary.kernel == catalog::Kernel::own;
  std::string formula = guest ? "0 * " + fixed : fixed;
  if (m.monitor.known()) formula = "min(" + n.fact(s.of_boundary("memory.monitor"), m.monitor) + ", " + fixed + ")";
  if (!m.per_vcpu.known()) return formula;
  const double guests = unit::guest_vcpus(n.question().session(s.session_class).vcpu);
  const std::string count = n.given(inputs + ".guest_vcpus", guests, "whole vCPUs of a guest, at least one");
  return formula + " + " + count + " * " + n.fact(s.of_boundary("memory.per_vcpu"), m.per_vcpu);
}

}  // namespace detail

/// The parts of the memory overhead and their sum; the id of the sum.
inline std::string narrate_overhead(Narrator& n, const SessionStory& s, const unit::SessionMemory& memory, bool pinned) {
  const std::string inputs = narrate_class(n, s.session_class);
  const std::string fixed = detail::narrate_fixed(n, s, pinned);
  const unit::OverheadParts& o = memory.overhead;
  const auto step = [&](const std::string& part, const std::string& formula, Bytes value, const std::string& note) {
    return n.step(s.at("overhead." + part), value == Bytes{} ? "0 * " + fixed : formula, value, "", note);
  };
  const std::string monitor = step("monitor", detail::monitor_formula(n, s, fixed, inputs), o.monitor,
                                   "monitor process or sentry, outside the guest");
  const std::string in_fixed = s.boundary.memory.monitor.known()
                                   ? "min(" + s.of_boundary("memory.monitor") + ", " + fixed + ")"
                                   : "0 * " + fixed;
  const std::string base = step("guest_base", fixed + " - " + in_fixed, o.guest_base, "guest kernel, init and agent");
  const std::string shim =
      step("shim", s.boundary.memory.shim.known() ? n.fact(s.of_boundary("memory.shim"), s.boundary.memory.shim) : "",
           o.shim, "the runtime's shim");
  const std::string pages =
      step("page_structures",
           o.page_structures == Bytes{} ? "" : detail::narrate_slope(n, s, pinned) + " * " + inputs + ".memory",
           o.page_structures, "grows with guest memory");
  return n.step(s.at("overhead.total"), sum_of({monitor, base, shim, pages}), o.total());
}

namespace detail {

/// A loss against the bare host, brought to a plain container where that one's own loss is measured and not zero.
inline std::string beside_container(Narrator& n, const SessionStory& s, const std::string& more, catalog::Work work) {
  const catalog::Boundary* const container = yardstick(n.question().catalog);
  const auto own = unit::measured_container_loss(container, work);
  const bool against_host = s.boundary.loss_for(work).baseline == catalog::LossBaseline::host;
  if (!against_host || own.value_or(0.0) == 0.0) return more;
  const std::string loss = n.given("catalog." + container->id + ".own_loss." + std::string(work_name(work)), *own,
                                   "of a plain container against the bare host");
  return "max(0, (1 + " + more + ") / (1 + " + loss + ") - 1)";
}

}  // namespace detail

/// CPU beyond what the work takes in a plain container; its id.
inline std::string narrate_cpu_loss(Narrator& n, const SessionStory& s, double loss, bool nested) {
  const std::string id = s.at("cpu_loss");
  if (s.boundary.kernel == catalog::Kernel::shared)
    return n.given(id, 0.0, "a plain container's own loss is 0 by definition");
  const catalog::Work work = n.question().session(s.session_class).work;
  const catalog::CpuLoss& published = s.boundary.loss_for(work);
  const std::string f = n.fact(s.of_boundary("loss." + std::string(detail::work_name(work))), published.fraction);
  const std::string more = detail::beside_container(
      n, s, published.kind == catalog::LossKind::more_cpu ? f : f + " / (1 - " + f + ")", work);
  if (!nested) return n.step(id, more, loss, "", "share more CPU than in a plain container");
  const std::string penalty = n.fact(s.of_boundary("nested_penalty"), s.boundary.nested_penalty);
  return n.step(id, "(1 + " + more + ") / (1 - " + penalty + ") - 1", loss, "",
                "share more CPU than in a plain container; the host is itself a virtual machine");
}

}  // namespace planner::plan::sessions
