#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/evidence/source.hpp"

/// What is known of one isolation boundary: a container runtime, gVisor, a microVM, a full VM.
namespace planner::catalog {

/// Whose kernel runs the session's system calls.
enum class Kernel {
  shared,     ///< the host's, shared with every other session
  userspace,  ///< a kernel in user space (gVisor's sentry) in front of the host's
  own,        ///< a guest kernel behind virtual hardware
};

/// What surrounds a guest kernel.
enum class Devices {
  none,     ///< there is no guest
  minimal,  ///< a microVM: a few virtio devices
  full,     ///< a full VM: the devices of a PC, as QEMU has them
};

enum class Work { compute, syscalls, network, disk };
inline constexpr std::array all_work{Work::compute, Work::syscalls, Work::network, Work::disk};

/// What the published fraction of a CPU loss means.
enum class LossKind {
  more_cpu,         ///< the work takes that share more CPU
  less_throughput,  ///< the same CPU yields that share less: f costs f/(1-f) more CPU
};

/// What the loss was measured against.
enum class LossBaseline { host, container };

struct CpuLoss {
  Fact<double> fraction{};
  LossKind kind = LossKind::more_cpu;
  LossBaseline baseline = LossBaseline::host;
};

/// Host memory beyond what the session's own code uses, on the basis named:
/// `fixed + shim + per_vcpu * guest vCPUs + slope * guest memory`.
struct MemoryOverhead {
  Fact<Bytes> fixed{};                 ///< monitor or sentry, guest kernel and agent
  Fact<Bytes> monitor{};               ///< the part of `fixed` outside the guest (VMM process or sentry)
  Fact<Bytes> shim{};                  ///< the runtime's shim process, where it is not inside `fixed`
  Fact<Bytes> per_vcpu{};              ///< for each guest vCPU, where a formula has it; absent: inside `fixed`
  Fact<double> slope{};                ///< bytes per byte of guest memory: the guest's page structures
  std::string basis{};                 ///< "PSS of the whole VM without shim"
  Fact<Bytes> scheduler_charge{};      ///< what a RuntimeClass charges for it (podFixed): policy, not use
  Fact<Vcpus> scheduler_cpu_charge{};  ///< the same for CPU
};

/// A way to share memory between sessions. Never used unless the scenario asks for it.
struct MemorySharing {
  std::string id{};       ///< `template`, `snapshot`, `ksm`
  Fact<Bytes> fixed{};    ///< replaces MemoryOverhead::fixed, where measured
  Fact<double> slope{};   ///< replaces MemoryOverhead::slope, where measured
  Fact<double> saving{};  ///< otherwise: share of `fixed` that goes away
  std::string security_note{};
};

/// Seconds until the last of n starts at once is up, on a host that already holds `resident` sessions. A makespan: an
/// upper bound of the latency of each of them.
struct StartCurve {
  double resident = 0;
  std::vector<double> concurrency{};
  std::vector<std::optional<double>> seconds{};  ///< absent: not run
};

struct StartCurves {
  double reference_vcpus = 0;  ///< hardware threads of the host that was measured
  std::vector<StartCurve> cold{}, restore{};
  std::vector<double> cpu_concurrency{}, cpu_seconds_cold{}, cpu_seconds_restore{};  ///< CPU-seconds per start
  std::vector<std::string> sources{};
  std::string note{};
  [[nodiscard]] bool measured() const { return !cold.empty(); }
};

struct StartFacts {
  Fact<Seconds> cold{}, restore{};
  Fact<VcpuSeconds> cpu{};         ///< CPU time of one start, the whole host's
  Fact<PerSecond> rate_ceiling{};  ///< measured ceiling of starts per second on a host of `ceiling_vcpus`
  double ceiling_vcpus = 0;
  Fact<PerSecond> rate_seen{};  ///< a single loop or demo: the ceiling is at least this
  StartCurves curves{};
};

enum class GpuMode { whole, mig, mig_vgpu, time_sliced_vgpu, mps, time_slice };
/// How the device reaches the session.
enum class GpuPath { none, host_driver, nvproxy, vfio, vgpu };

struct GpuAccess {
  GpuMode mode = GpuMode::whole;
  GpuPath path = GpuPath::none;
  bool offered = false;
  std::vector<std::string> gpus{};    ///< ids it is known to work with; empty: no list published, any
  std::vector<std::string> except{};  ///< ids it does not work with
  bool licence = false;
  std::string reason{};  ///< why not offered, or what to know
  std::vector<std::string> sources{};
};

/// Whether this way of access is known to work, or not known to fail, with the GPU.
inline bool works_with(const GpuAccess& access, std::string_view gpu) {
  const auto lists = [gpu](const std::vector<std::string>& ids) { return std::ranges::find(ids, gpu) != ids.end(); };
  return (access.gpus.empty() || lists(access.gpus)) && !lists(access.except);
}

/// Host objects that one session takes.
struct HostObjects {
  Fact<double> processes{};         ///< processes and threads, without the session's own
  Fact<double> threads_per_vcpu{};  ///< added for each guest vCPU
  Fact<double> files{};
  Fact<double> taps{};  ///< network devices on the host
};

enum class Virtualisation { none, kvm, confidential };

struct SurfaceFact {
  std::string what{}, value{}, detail{}, source{};
};

struct Boundary {
  std::string id{}, name{}, product{};  ///< product: what a person would call it ("Firecracker")
  Kernel kernel = Kernel::shared;
  Devices devices = Devices::none;
  std::string devices_note{}, devices_source{};
  MemoryOverhead memory{};
  bool gives_memory_back = false;  ///< pages that a session frees return to the host while it runs
  std::string gives_memory_back_note{};
  std::vector<MemorySharing> sharing{};
  std::array<CpuLoss, all_work.size()> loss{};
  StartFacts start{};
  Virtualisation needs = Virtualisation::none;
  Fact<double> nested_penalty{};  ///< share of the performance that is lost when the host is itself a VM
  HostObjects objects{};
  Fact<double> max_per_host{};     ///< a hard limit of the technique (SEV ASIDs)
  Fact<double> max_guest_vcpus{};  ///< that one guest can have
  std::vector<GpuAccess> gpu{};
  std::vector<SurfaceFact> surface{};
  std::vector<Observation> observed{};
  std::vector<std::string> notes{};
  std::string shown_only{};  ///< not empty: shown in comparisons, chosen only where the scenario names it; why

  [[nodiscard]] const CpuLoss& loss_for(Work w) const { return loss[static_cast<std::size_t>(w)]; }
};

}  // namespace planner::catalog
