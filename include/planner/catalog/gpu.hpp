#pragma once
#include <string>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/evidence/source.hpp"

namespace planner::catalog {

/// A GPU as the planner needs it. Rates are dense (no sparsity); bandwidths are one direction.
struct Gpu {
  std::string id{}, name{}, vendor{}, architecture{}, form{};  ///< form: SXM5, PCIe, ...
  Fact<double> compute_capability{};  ///< CUDA's; 7.5 for Turing
  Fact<Bytes> memory{};           ///< what the driver reports for the whole card (81,559 MiB, not 80 GB)
  Fact<Bytes> driver_reserved{};  ///< of it, held by the driver itself
  Fact<Bytes> marketed_memory{};  ///< the label on the box: not for arithmetic
  Fact<BytesPerSecond> memory_bandwidth{};
  Fact<BytesPerSecond> nvlink{};    ///< GPU to GPU
  Fact<BytesPerSecond> cpu_link{};  ///< NVLink-C2C to a processor on the same module
  Fact<BytesPerSecond> pcie{};      ///< of the card; a host may run it narrower
  Fact<FlopsPerSecond> fp16{}, fp8{}, fp4{}, int8{};
  Fact<double> streaming_multiprocessors{};
  Fact<Bytes> bar1{};  ///< window through which the host addresses the card's memory
  Fact<Watts> power{}, idle_power{};
  std::string mig{};  ///< id of its MIG table; empty: no MIG
  std::string note{};
};

/// What sharing and handing over a GPU costs, whatever the card.
struct GpuSharing {
  Fact<double> mps_clients{};  ///< clients per device
  Fact<Bytes> cuda_context{};  ///< per process, beyond what the code allocates
  Fact<Bytes> vgpu_reserve{};  ///< frame buffer that a vGPU keeps for itself
  Fact<SecondsPerByte> vfio_pin_thp{}, vfio_pin_small{}, vfio_pin_1g{};  ///< pinning of guest memory, by page size
  Fact<Seconds> vfio_per_gpu{};                                          ///< BAR mapping and driver enable
  Fact<Seconds> kata_settle{};                                           ///< device plugin and CDI, Kata only
  Fact<Seconds> scrub{};                                                 ///< between two sessions
  std::string mps_note{}, time_slice_note{}, mig_to_vm_note{};
  std::vector<Observation> observed{};
};

}  // namespace planner::catalog
