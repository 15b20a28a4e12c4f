#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/evidence/source.hpp"

namespace planner::catalog {

/// A price of a dated list. USD per host and hour.
struct Price {
  std::string date{}, region{};
  Fact<UsdPerTime> on_demand{}, reserved_3y{}, spot{};
  bool without_power = false;       ///< electricity comes on top
  bool without_local_disk = false;  ///< the local SSD is extra
  std::string note{};
};

struct Host {
  std::string id{}, provider{}, name{};
  Fact<Vcpus> vcpus{};                      ///< hardware threads
  double threads_per_core = 2;              ///< 1 where every vCPU is a core of its own
  Fact<Bytes> memory{};                     ///< nominal, as the vendor lists it
  Fact<double> memory_seen{};               ///< share of the nominal memory that the operating system sees
  Fact<BytesPerSecond> network{};           ///< for IP traffic
  Fact<BytesPerSecond> fabric{};            ///< between GPU hosts (EFA, InfiniBand): no way to storage or to clients
  Fact<Bytes> local_disk{};                 ///< zero: none
  Fact<BytesPerSecond> disk_read{};         ///< sequential, whole host
  Fact<BytesPerSecond> disk_random_read{};  ///< 4 KiB random reads: a floor, no stand-in for the sequential rate
  std::string gpu{};                        ///< id; empty: none
  Fact<double> gpus{};
  Fact<BytesPerSecond> gpu_pcie{};  ///< per GPU and direction, where the host runs the card narrower than it could
  bool bare_metal = false;
  std::optional<bool> nested_virtualisation{};  ///< absent: not known
  Fact<double> max_ips{};                       ///< pods or sessions with an address of the provider's network
  Fact<Watts> power{};                          ///< maximum
  Fact<double> rack_units{};
  Price price{};
  std::string note{};

  [[nodiscard]] bool has_gpu() const { return !gpu.empty(); }
};

}  // namespace planner::catalog
