#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "planner/plan/sessions/candidates/candidate.hpp"
#include "planner/plan/sessions/candidates/gpu_slices.hpp"
#include "planner/plan/sessions/question/session_facts.hpp"
#include "planner/unit/gpu_session.hpp"

/// Ways in which a session can have its GPU: which exist, and what each takes of the card.
namespace planner::plan::sessions {

/// The word that covers a way of sharing besides its own: `mig` bare slices and licensed MIG-backed vGPUs, `time-slice`
/// both kinds of time-slicing.
constexpr catalog::GpuMode covering_mode(catalog::GpuMode mode) {
  if (mode == catalog::GpuMode::mig_vgpu) return catalog::GpuMode::mig;
  return mode == catalog::GpuMode::time_sliced_vgpu ? catalog::GpuMode::time_slice : mode;
}

inline bool sharing_allowed(const TrustLevel& trust, catalog::GpuMode mode) {
  return std::ranges::any_of(trust.gpu_sharing,
                             [&](catalog::GpuMode named) { return named == mode || named == covering_mode(mode); });
}

/// A way to use the card, or why not.
struct GpuVerdict {
  std::optional<GpuUse> use{};
  std::string code{}, reason{}, change{};
};

namespace detail {

inline GpuVerdict no_gpu(std::string code, std::string reason, std::string change) {
  return {std::nullopt, std::move(code), std::move(reason), std::move(change)};
}

/// What one session needs of each of its GPUs, on this card.
struct CardNeed {
  Bytes memory{};      ///< context included; a vGPU's own part, too, where it is known
  double compute = 0;  ///< share of the card; above 1 it does not fit
};

inline std::optional<CardNeed> need_on(const Question& q, const GpuNeed& need, catalog::GpuPath path,
                                       const catalog::Gpu& gpu) {
  const bool reserve_known = q.catalog.gpu_sharing.vgpu_reserve.known();
  const catalog::GpuPath known = reserve_known ? path : catalog::GpuPath::host_driver;
  const auto memory = unit::gpu_memory_taken(q.catalog.gpu_sharing, need.memory, known);
  const auto compute = unit::compute_share(need.compute, *catalog::find(q.catalog.gpus, need.of), gpu);
  if (!memory || !compute) return std::nullopt;
  return CardNeed{*memory, *compute};
}

inline GpuVerdict whole_card(const GpuNeed& need, const CardNeed& card, const catalog::Gpu& gpu) {
  const auto free = unit::free_gpu_memory(gpu);
  if (!free) return no_gpu("unknown.gpu_memory", "its memory is not published", "give `memory` of " + gpu.id);
  if (card.memory > *free)
    return no_gpu("gpu.memory", "the session needs " + say(card.memory) + " with its context, " + gpu.id + " has " + say(*free),
                  "a larger GPU");
  if (card.compute > 1.0 + rounding_tolerance)
    return no_gpu("gpu.compute", "the session needs the compute of " + say(card.compute) + " " + gpu.id, "a faster GPU");
  GpuUse use;
  use.share = need.count;
  use.memory_had = *free;
  return {use, "", "", ""};
}

inline GpuVerdict slice(const Question& q, const GpuNeed& need, const CardNeed& card, const catalog::Gpu& gpu) {
  const catalog::MigTable* const table = catalog::find(q.catalog.mig_tables, gpu.mig);
  if (!table) return no_gpu("gpu.no_mig", gpu.id + " cannot be cut into slices", "a GPU with MIG");
  if (need.count > 1.0)
    return no_gpu("gpu.one_slice", "a process sees one slice, the session asks for several GPUs", "whole GPUs");
  const catalog::MigProfile* const profile = smallest_slice(*table, gpu, card.memory, card.compute);
  if (!profile)
    return no_gpu("gpu.memory", "no slice of " + gpu.id + " has " + say(card.memory) + " and " +
                                    say_percent(card.compute) + " of its compute", "whole GPUs");
  GpuUse use;
  use.share = 1.0 / profile->max_instances;
  use.profile = profile;
  use.table = table;
  use.memory_had = profile->memory.estimate.low_or_typical();
  return {use, "", "", ""};
}

/// Sessions beside each other on one card, by clients and working sets.
inline GpuVerdict shared_card(const Question& q, const GpuNeed& need, const CardNeed& card, const catalog::Gpu& gpu,
                              catalog::GpuMode mode) {
  if (need.count > 1.0)
    return no_gpu("gpu.one_card", "sharing is of one card, the session asks for several GPUs", "whole GPUs");
  const auto sessions = unit::sessions_per_gpu(q.catalog.gpu_sharing, gpu, mode, card.memory, card.compute);
  if (!sessions) return no_gpu("unknown.gpu_memory", "its memory is not published", "give `memory` of " + gpu.id);
  if (*sessions < 1.0) return whole_card(need, card, gpu);
  GpuUse use;
  use.share = 1.0 / *sessions;
  use.memory_had = *unit::free_gpu_memory(gpu);
  return {use, "", "", ""};
}

inline GpuVerdict by_mode(const Question& q, const GpuNeed& need, const CardNeed& card, const catalog::Gpu& gpu,
                          catalog::GpuMode mode) {
  switch (mode) {
    case catalog::GpuMode::whole: return whole_card(need, card, gpu);
    case catalog::GpuMode::mig:
    case catalog::GpuMode::mig_vgpu: return slice(q, need, card, gpu);
    case catalog::GpuMode::mps:
    case catalog::GpuMode::time_slice: return shared_card(q, need, card, gpu, mode);
    case catalog::GpuMode::time_sliced_vgpu: break;
  }
  return no_gpu("gpu.no_profiles", "sizes of time-sliced vGPUs are not in the catalog", "whole GPUs or slices");
}

}  // namespace detail

/// Whether the boundary, the host and the licence allow this way at all.
inline std::optional<GpuVerdict> way_refusal(const Question& q, const catalog::GpuAccess& access,
                                             const catalog::Host& host) {
  if (!access.offered)
    return detail::no_gpu("gpu.not_offered", access.reason, "another way to have the GPU, or another boundary");
  if (!catalog::works_with(access, host.gpu))
    return detail::no_gpu("gpu.not_listed", "it is not known to work with " + host.gpu, "a GPU that it works with");
  if (access.licence && !q.policy().vgpu_licence_per_gpu_year)
    return detail::no_gpu("gpu.no_licence", "vGPU needs a licence", "give `vgpu_licence_usd_per_gpu_year`");
  const bool handed_over = access.path == catalog::GpuPath::vfio || access.path == catalog::GpuPath::vgpu;
  if (handed_over && !host.bare_metal)
    return detail::no_gpu("gpu.no_bare_metal", "the host is itself a virtual machine: its GPUs cannot be handed on",
                          "a bare-metal host");
  return std::nullopt;
}

/// One session of class `i` with that access on the host's GPUs.
inline GpuVerdict gpu_use(const Question& q, std::size_t i, const catalog::Boundary& b, const catalog::GpuAccess& access,
                          const catalog::Host& host) {
  if (auto refusal = way_refusal(q, access, host)) return *refusal;
  const GpuNeed& need = *q.session(i).gpu;
  const catalog::Gpu& gpu = q.catalog.gpus.at(host.gpu);
  const auto card = detail::need_on(q, need, access.path, gpu);
  if (!card) return detail::no_gpu("unknown.gpu_rate", "no 16-bit rate or context size is published", "give them");
  GpuVerdict verdict = detail::by_mode(q, need, *card, gpu, access.mode);
  if (!verdict.use) return verdict;
  verdict.use->mode = access.mode;
  verdict.use->path = access.path;
  verdict.use->licensed = access.licence;
  verdict.use->memory = card->memory;
  if (!verdict.use->pinned()) return verdict;
  const auto preparation = unit::vfio_preparation(q.catalog.gpu_sharing, q.session(i).memory,
                                                  verdict.use->gpus_mapped(need.count), q.policy().vfio_pages, is_kata(b));
  if (preparation) verdict.use->preparation = *preparation;
  return verdict;
}

}  // namespace planner::plan::sessions
