#pragma once
#include <string>
#include <utility>

#include "planner/catalog/boundary.hpp"
#include "planner/catalog/reserve.hpp"

/// Records with published figures for tests of one session's arithmetic, independent of the catalog's files.
namespace session_facts {

using namespace planner;
using namespace planner::units;

template <class T>
Fact<T> fact(T value) {
  Fact<T> f;
  f.estimate = Estimate<T>::exactly(value);
  return f;
}

/// Kata with QEMU: the fit of the RunD ATC'22 series, the shim of Kuasar, the start curves of the same series on 104
/// threads (host networking, no image pull).
inline catalog::Boundary kata_qemu() {
  catalog::Boundary b;
  b.id = "kata-qemu";
  b.kernel = catalog::Kernel::own;
  b.needs = catalog::Virtualisation::kvm;
  b.memory.fixed = fact(138.5 * MiB);
  b.memory.shim = fact(17.2 * MiB);
  b.memory.slope = fact(0.0186);
  b.gives_memory_back = true;
  catalog::MemorySharing shared{.id = "template"};
  shared.fixed = fact(100.3 * MiB);
  shared.slope = fact(0.0009);
  catalog::MemorySharing merged{.id = "ksm"};
  merged.saving = fact(0.57);
  b.sharing = {shared, merged};
  b.start.cold = fact(0.64 * second);
  catalog::StartCurves& c = b.start.curves;
  c.reference_vcpus = 104;
  c.cold = {{0,
             {1, 10, 20, 50, 100, 200, 300, 400},
             {0.52494, 0.81366, 1.08444, 1.98506, 3.60264, 6.85494, 10.58218, 15.74934}},
            {500, {1, 10, 100, 200}, {0.58245, 0.9862, 6.6302, 15.7605}},
            {1000, {1, 10, 100, 200}, {0.66625, 1.68765, 15.0925, 51.4823}},
            {2000, {1, 10, 100, 200}, {0.8538, 3.1843, 56.7302, std::nullopt}}};
  c.cpu_concurrency = {1, 10, 20, 50, 100, 200, 300, 400};
  c.cpu_seconds_cold = {0.6782, 0.8166, 0.953, 1.1342, 1.3366, 1.5846, 2.0267, 2.8519};
  return b;
}

/// Firecracker without Kata: line through two published resident sets, monitor of its specification; no start curve.
inline catalog::Boundary firecracker() {
  catalog::Boundary b;
  b.id = "firecracker";
  b.kernel = catalog::Kernel::own;
  b.needs = catalog::Virtualisation::kvm;
  b.memory.fixed = fact(47.0 * MiB);
  b.memory.monitor = fact(5.0 * MiB);
  b.memory.slope = fact(0.0198);
  b.gives_memory_back = true;
  b.nested_penalty = fact(0.1);
  b.loss[0].fraction = fact(0.02);
  b.loss[0].kind = catalog::LossKind::less_throughput;
  b.start.cold = fact(0.31 * second);
  b.start.cpu = fact(0.36 * (vcpu * second));
  return b;
}

/// gVisor: sentry and gofer above the same container; half the throughput where system calls dominate.
inline catalog::Boundary gvisor() {
  catalog::Boundary b;
  b.id = "gvisor";
  b.kernel = catalog::Kernel::userspace;
  b.memory.fixed = fact(30.0 * MiB);
  b.gives_memory_back = true;
  b.loss[0].fraction = fact(0.01);
  b.loss[1].fraction = fact(0.5);
  b.loss[1].kind = catalog::LossKind::less_throughput;
  return b;
}

inline catalog::Boundary container() {
  catalog::Boundary b;
  b.id = "container";
  b.memory.fixed = fact(3.9 * MiB);
  b.gives_memory_back = true;
  return b;
}

/// The CPU tiers of GKE, which EKS copies.
inline std::vector<catalog::CpuTier> cloud_cpu_tiers() {
  return {{1.0 * vcpu, 0.06}, {1.0 * vcpu, 0.01}, {2.0 * vcpu, 0.005}, {std::nullopt, 0.0025}};
}

inline catalog::HostReserve gke() {
  catalog::HostReserve r;
  r.memory_tiers = {{4.0 * GiB, 0.25}, {4.0 * GiB, 0.2}, {8.0 * GiB, 0.1}, {112.0 * GiB, 0.06}, {std::nullopt, 0.02}};
  r.eviction = 100.0 * MiB;
  r.cpu_tiers = cloud_cpu_tiers();
  return r;
}

inline catalog::HostReserve eks() {
  catalog::HostReserve r;
  r.fixed = 255.0 * MiB;
  r.per_pod = 11.0 * MiB;
  r.eviction = 100.0 * MiB;
  r.cpu_tiers = cloud_cpu_tiers();
  return r;
}

inline catalog::HostReserve aks() {
  catalog::HostReserve r;
  r.fixed = 50.0 * MB;
  r.per_pod = 20.0 * MB;
  r.cap_share = 0.25;
  r.eviction = 100.0 * MiB;
  r.cpu_by_cores = {{1, 0.06}, {2, 0.1}, {4, 0.14}, {8, 0.18}, {16, 0.26}, {32, 0.42}, {64, 0.74}};
  return r;
}

}  // namespace session_facts
