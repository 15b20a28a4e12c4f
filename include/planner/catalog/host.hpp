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
  Fact<UsdPerTime> on_demand{}, reserved_3y{};
  bool without_power = false;       ///< electricity comes on top
  bool without_local_disk = false;  ///< the local SSD is extra
  std::string note{};
};

struct Host {
  std::string id{}, provider{}, name{};
  Fact<Vcpus> vcpus{};          ///< hardware threads
  double threads_per_core = 2;  ///< 1 where every vCPU is a core of its own
  Fact<Bytes> memory{};         ///< nominal, as the vendor lists it
  Fact<double> memory_seen{};   ///< share of the nominal memory that the operating system sees
  Fact<BytesPerSecond> network{}, fabric{};
  Fact<Bytes> local_disk{};          ///< zero: none
  Fact<BytesPerSecond> disk_read{};  ///< sequential, whole host
  std::string gpu{};                 ///< id; empty: none
  Fact<double> gpus{};
  bool bare_metal = false;
  std::optional<bool> nested_virtualisation{};  ///< absent: not known
  Fact<double> max_ips{};                       ///< pods or sessions with an address of the provider's network
  Fact<Watts> power{};
  Price price{};
  std::string note{};

  [[nodiscard]] bool has_gpu() const { return !gpu.empty(); }
};

}  // namespace planner::catalog
