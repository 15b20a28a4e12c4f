#pragma once
#include <algorithm>
#include <optional>

#include "planner/catalog/boundary.hpp"

/// CPU that one session takes behind one boundary, in hardware threads of the host.
namespace planner::unit {

/// Share more CPU that a published loss means: a throughput loss f costs f / (1 - f), so that half the throughput is
/// twice the CPU. Nothing where the fraction is unpublished, or no throughput is left.
inline std::optional<double> more_cpu(const catalog::CpuLoss& loss) {
  if (!loss.fraction.known()) return std::nullopt;
  const double f = loss.fraction.value();
  if (loss.kind == catalog::LossKind::more_cpu) return f;
  return f < 1.0 ? std::optional(f / (1.0 - f)) : std::nullopt;
}

/// What a container loses against the bare host, where somebody has measured it; an assumed figure makes no other loss
/// smaller.
inline std::optional<double> measured_container_loss(const catalog::Boundary* container, catalog::Work work) {
  if (!container) return std::nullopt;
  const catalog::CpuLoss& own = container->loss_for(work);
  const bool against_host = own.baseline == catalog::LossBaseline::host && own.fraction.basis != Basis::assumed;
  return against_host ? more_cpu(own) : std::nullopt;
}

/// The loss against a plain container, from one that may have been measured against the bare host:
/// (1 + loss) / (1 + the container's own) - 1, not below 0. Where the container's own is not measured, the loss against
/// the host stands: an upper bound.
inline std::optional<double> loss_beside_container(const catalog::CpuLoss& loss, catalog::Work work,
                                                   const catalog::Boundary* container) {
  const auto more = more_cpu(loss);
  const auto own = measured_container_loss(container, work);
  if (!more || !own || loss.baseline == catalog::LossBaseline::container) return more;
  return std::max(0.0, (1.0 + *more) / (1.0 + *own) - 1.0);
}

/// Share more CPU than the same work takes in a plain container on the same host; a container's own loss is 0 by
/// definition. A guest on a host that is itself a virtual machine loses the share `nested_penalty` of its performance on
/// top, which costs 1 / (1 - share) of the CPU.
/// @param container the plain container that losses against the bare host are brought to; may be null
/// @return nothing where a figure that is needed is unpublished.
inline std::optional<double> cpu_loss(const catalog::Boundary& boundary, catalog::Work work, bool nested,
                                      const catalog::Boundary* container = nullptr) {
  const auto loss = loss_beside_container(boundary.loss_for(work), work, container);
  if (boundary.kernel == catalog::Kernel::shared && loss) return 0.0;
  if (!nested || boundary.needs == catalog::Virtualisation::none || !loss) return loss;
  if (!boundary.nested_penalty.known() || boundary.nested_penalty.value() >= 1.0) return std::nullopt;
  return (1.0 + *loss) / (1.0 - boundary.nested_penalty.value()) - 1.0;
}

struct SessionCpu {
  Vcpus work{};                  ///< average use, loss included
  std::optional<Vcpus> churn{};  ///< average use of starting its successors; absent: CPU of a start unpublished
  [[nodiscard]] Vcpus known() const { return work + churn.value_or(Vcpus{}); }
};

/// CPU of one session: vcpu * (1 + loss) + CPU-seconds of a start / lifetime, as each session is replaced when it ends.
/// @param vcpu       average use in hardware threads, in a plain container
/// @param lifetime   mean, above zero
/// @param start_cpu  CPU time of one start (unit/start_latency.hpp: `start_cpu`); absent: unknown
inline SessionCpu session_cpu(Vcpus vcpu, double loss, std::optional<VcpuSeconds> start_cpu, Seconds lifetime) {
  SessionCpu cpu{.work = (1.0 + loss) * vcpu};
  if (start_cpu) cpu.churn = *start_cpu / lifetime;
  return cpu;
}

}  // namespace planner::unit
