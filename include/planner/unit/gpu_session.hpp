#pragma once
#include <algorithm>
#include <cmath>
#include <optional>

#include "planner/base/rounding.hpp"
#include "planner/catalog/boundary.hpp"
#include "planner/catalog/gpu.hpp"
#include "planner/unit/session_choices.hpp"

/// What one session takes of GPUs, and how long handing one over takes.
namespace planner::unit {

/// GPUs that `concurrent` sessions hold: a session has its GPUs while it boots and while they are scrubbed for the
/// next. gpus = concurrent * per_session * (start + lifetime + scrub) / lifetime. Not yet whole.
inline Gpus gpus_held(Sessions concurrent, Gpus per_session, Seconds start, Seconds lifetime, Seconds scrub) {
  return concurrent.in(units::session) * ((start + lifetime + scrub) / lifetime) * per_session;
}

/// Time to prepare a guest with passed-through GPUs: pinning of its memory (by page size), mapping and enabling of each
/// GPU (none for a vGPU), and under Kata the settling of device plugin and CDI. Nothing where a figure is unpublished.
/// Source: cpaelzer, "VFIO slow startup" (pinning); a 7 and 8 GPU Kata time line (mapping, settling). Fragmented memory
/// was seen to multiply pinning by up to 15.
inline std::optional<Seconds> vfio_preparation(const catalog::GpuSharing& facts, Bytes guest_memory, double gpus,
                                               VfioPages pages, bool kata) {
  const auto& pin = pages == VfioPages::transparent_huge ? facts.vfio_pin_thp
                    : pages == VfioPages::small          ? facts.vfio_pin_small
                                                         : facts.vfio_pin_1g;
  if (!pin.known() || !facts.vfio_per_gpu.known() || (kata && !facts.kata_settle.known())) return std::nullopt;
  const Seconds settle = kata ? facts.kata_settle.value() : Seconds{};
  return guest_memory * pin.value() + gpus * facts.vfio_per_gpu.value() + settle;
}

/// Memory of a GPU that programs can have: what the card reports less what the driver keeps.
inline std::optional<Bytes> free_gpu_memory(const catalog::Gpu& gpu) {
  if (!gpu.memory.known()) return std::nullopt;
  return gpu.memory.value() - (gpu.driver_reserved.known() ? gpu.driver_reserved.value() : Bytes{});
}

/// GPU memory that one session takes: what its code allocates, one CUDA context, and for a vGPU the part that it keeps
/// for itself. Nothing where a part is unpublished.
inline std::optional<Bytes> gpu_memory_taken(const catalog::GpuSharing& facts, Bytes allocated, catalog::GpuPath path) {
  if (!facts.cuda_context.known()) return std::nullopt;
  const bool vgpu = path == catalog::GpuPath::vgpu;
  if (vgpu && !facts.vgpu_reserve.known()) return std::nullopt;
  return allocated + facts.cuda_context.value() + (vgpu ? facts.vgpu_reserve.value() : Bytes{});
}

/// A share of one GPU's compute as a share of another's, by dense 16-bit rate; above 1 it does not fit on one.
inline std::optional<double> compute_share(double share, const catalog::Gpu& of, const catalog::Gpu& on) {
  if (of.id == on.id) return share;
  if (!of.fp16.known() || !on.fp16.known()) return std::nullopt;
  return share * (of.fp16.value() / on.fp16.value());
}

/// Sessions that share one GPU by MPS or time-slicing: by memory, by compute, and under MPS by the number of clients.
/// Working sets are summed, not swapped. Nothing where a figure is unpublished.
inline std::optional<double> sessions_per_gpu(const catalog::GpuSharing& facts, const catalog::Gpu& gpu,
                                              catalog::GpuMode mode, Bytes taken, double share) {
  const auto free = free_gpu_memory(gpu);
  const bool mps = mode == catalog::GpuMode::mps;
  if (!free || (mps && !facts.mps_clients.known())) return std::nullopt;
  double sessions = whole_down(*free / taken);
  if (share > 0.0) sessions = std::min(sessions, whole_down(1.0 / share));
  return mps ? std::min(sessions, facts.mps_clients.value()) : sessions;
}

}  // namespace planner::unit
