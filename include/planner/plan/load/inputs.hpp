#pragma once
#include <optional>
#include <string>

#include "planner/plan/fit/inputs.hpp"
#include "planner/unit/load_chain.hpp"

/// What `plan_load` is asked: how long a replica takes from "wanted" to "answers".
namespace planner::plan {

/// Ways to start a replica, from the one that keeps least to the one that keeps most.
enum class StartKind {
  new_host,  ///< the host itself has to be provided first
  no_image,  ///< on a host without the container image
  image,     ///< with the image: the first start of this model there
  cached,    ///< with image, compiled graphs and built kernels of an earlier start
  sleep_2,   ///< a sleeping process that dropped its weights
  sleep_1,   ///< a sleeping process whose weights wait in host memory
  snapshot,  ///< an image of the process and its GPU memory
};
inline constexpr StartKind start_kinds[] = {StartKind::new_host, StartKind::no_image, StartKind::image,
                                            StartKind::cached,   StartKind::sleep_2,  StartKind::sleep_1,
                                            StartKind::snapshot};

/// What places deliver to the host; absent: what the host's record says, else not known.
struct PlaceRates {
  std::optional<BytesPerSecond> object_store{}, network_disk{}, local_nvme{}, peer{};
};

struct LoadInputs {
  FitInputs replica{};
  std::string host{};  ///< id of the catalog; empty: only the card's own PCIe rate is known
  StartKind start = StartKind::cached;
  catalog::WeightPlace from = catalog::WeightPlace::local_nvme;
  std::string loader{};  ///< id of the catalog; empty: the usual one of the place
  PlaceRates rates{};
  double loads = 1;             ///< replicas that load on the host at the same time, this one included
  bool prefetch = false;        ///< weights come into host memory while the process starts
  bool streamed_image = false;  ///< the image is read as it is needed
};

}  // namespace planner::plan
