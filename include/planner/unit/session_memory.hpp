#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "planner/catalog/boundary.hpp"
#include "planner/catalog/reserve.hpp"
#include "planner/unit/guest_vcpus.hpp"
#include "planner/unit/overhead_parts.hpp"
#include "planner/unit/session_choices.hpp"

/// Host memory that one session takes behind one boundary.
namespace planner::unit {

/// One session, as far as its memory goes.
struct MemoryNeed {
  Bytes memory{};
  Vcpus vcpu{};  ///< average use: sets the vCPUs of a guest
  MemoryMeaning meaning = MemoryMeaning::promised;
  bool pinned = false;                              ///< a passed-through device (VFIO) pins all guest memory
  const catalog::MemorySharing* sharing = nullptr;  ///< only where the scenario asks for it by name
};

struct SessionMemory {
  Bytes own{};               ///< as declared
  OverheadParts overhead{};  ///< beyond it
  bool split_known = true;   ///< false: no figure tells monitor from guest; the sum holds
  bool lends = false;        ///< what the session does not use returns to the host: it may be overcommitted
  [[nodiscard]] Bytes charge() const { return own + overhead.total(); }
};

/// The sharing option of that id, or null.
inline const catalog::MemorySharing* find_sharing(const catalog::Boundary& boundary, std::string_view id) {
  const auto found = std::ranges::find(boundary.sharing, id, &catalog::MemorySharing::id);
  return found == boundary.sharing.end() ? nullptr : &*found;
}

namespace detail {

struct FixedAndSlope {
  Bytes fixed{};
  double slope = 0;
};

/// The fixed part and the slope, after sharing; nothing where a figure that is needed is unpublished.
inline std::optional<FixedAndSlope> fixed_and_slope(const catalog::Boundary& b, const catalog::MemorySharing* sharing) {
  const bool guest = b.kernel == catalog::Kernel::own;
  if (!b.memory.fixed.known() || (guest && !b.memory.slope.known())) return std::nullopt;
  FixedAndSlope sum{b.memory.fixed.value(), b.memory.slope.known() ? b.memory.slope.value() : 0.0};
  if (!sharing) return sum;
  if (!sharing->fixed.known() && !sharing->saving.known()) return std::nullopt;
  sum.fixed = sharing->fixed.known() ? sharing->fixed.value() : (1.0 - sharing->saving.value()) * sum.fixed;
  if (sharing->slope.known()) sum.slope = sharing->slope.value();
  return sum;
}

/// What lies in the guest is paid for by its configured memory. Where the monitor is all of the fixed part, nothing is
/// known to lie in the guest, the slope included.
inline void take_out_of_guest(SessionMemory& m) {
  if (m.overhead.guest_base == Bytes{}) return;
  m.overhead.page_structures = Bytes{};
  if (m.split_known) m.overhead.guest_base = Bytes{};
}

}  // namespace detail

/// Memory of one session: declared + fixed (monitor or sentry, guest kernel and agent) + shim + per_vcpu * guest vCPUs
/// (with the monitor) + slope * declared.
///
/// @param need  declared memory, above zero. Pinned guests share nothing and lend nothing, whatever was asked for.
/// @return nothing where the boundary's figures are unpublished. Under `configured`, what lies in the guest comes out
/// of
///         the declared memory; without a published split all of the fixed part stays on top (never too little).
/// Source: split of the RunD ATC'22 series into fixed + slope * guest memory; the slope over the guest's own base (2 to
/// 3 MiB for Kata) is left out, as the published form leaves it out.
inline std::optional<SessionMemory> session_memory(const catalog::Boundary& boundary, const MemoryNeed& need) {
  const auto sum = detail::fixed_and_slope(boundary, need.pinned ? nullptr : need.sharing);
  if (!sum) return std::nullopt;
  const catalog::MemoryOverhead& m = boundary.memory;
  const bool guest = boundary.kernel == catalog::Kernel::own;
  SessionMemory result{.own = need.memory};
  result.split_known = !guest || m.monitor.known();
  const Bytes without_split = guest ? Bytes{} : sum->fixed;
  const Bytes monitor = m.monitor.known() ? std::min(m.monitor.value(), sum->fixed) : without_split;
  result.overhead = {.monitor = monitor,
                     .guest_base = sum->fixed - monitor,
                     .shim = m.shim.known() ? m.shim.value() : Bytes{},
                     .page_structures = sum->slope * need.memory};
  if (guest && need.meaning == MemoryMeaning::configured) detail::take_out_of_guest(result);
  if (m.per_vcpu.known()) result.overhead.monitor += guest_vcpus(need.vcpu) * m.per_vcpu.value();
  result.lends = boundary.gives_memory_back && !need.pinned;
  return result;
}

/// What the session's code can use of its declared memory: all of it, or under `configured` what guest kernel and page
/// structures leave.
inline std::optional<Bytes> memory_for_code(const catalog::Boundary& boundary, const MemoryNeed& need) {
  MemoryNeed promised = need;
  promised.meaning = MemoryMeaning::promised;
  const auto on_top = session_memory(boundary, promised);
  if (!on_top || need.meaning == MemoryMeaning::promised || boundary.kernel != catalog::Kernel::own)
    return on_top ? std::optional(need.memory) : std::nullopt;
  return need.memory - on_top->overhead.guest_base - on_top->overhead.page_structures;
}

/// Overhead that still counts on a host whose reserve has a part for each pod: that part already pays for the shim, or
/// for all that a plain container's sandbox takes. The same money under two names.
inline Bytes overhead_beyond_reserve(const OverheadParts& overhead, catalog::Kernel kernel,
                                     const catalog::HostReserve& reserve) {
  const Bytes paid_by_pod = kernel == catalog::Kernel::shared ? overhead.total() : overhead.shim;
  return overhead.total() - std::min(paid_by_pod, reserve.per_pod);
}

}  // namespace planner::unit
