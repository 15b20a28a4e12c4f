#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/evidence/source.hpp"

/// What loading a model takes, whatever the model: how fast weights move, and what an engine does besides.
namespace planner::catalog {

/// Where weights wait.
enum class WeightPlace { object_store, network_disk, local_nvme, host_ram, peer };

/// How fast one loader moves weights from one place to the GPUs of a replica. The slowest of three limits counts; one
/// that is not known does not bind.
struct LoadPath {
  WeightPlace from = WeightPlace::local_nvme;
  Fact<double> link_share{};     ///< of what the place can deliver to this host
  Fact<BytesPerSecond> limit{};  ///< of one replica, however fast the link
  Fact<double> uplink_share{};   ///< of the PCIe rate of every uplink that the replica's GPUs hang on
};

struct Loader {
  std::string id{}, name{};
  std::vector<LoadPath> paths{};
  std::string note{};
};

/// What an engine does besides weights, by stage.
struct EngineStart {
  Fact<Seconds> process{};     ///< interpreter, imports, tokenizer, API server
  Fact<Seconds> peer_check{};  ///< of links between GPUs; the first start on a host, tensor parallel only
  Fact<Seconds> compile_per_layer{}, cached_compile_per_layer{};
  Fact<Seconds> kernel_build{};  ///< kernels built and tuned at the first start of such a model on a host
  Fact<Seconds> capture_per_layer{};
  Fact<Seconds> profile{};  ///< trial run and sizing of the cache
  Fact<Seconds> first_request{};
};

/// Container images.
struct ImageFacts {
  Fact<Bytes> size{};
  Fact<BytesPerSecond> compressed{}, uncompressed{};  ///< pull and unpack
  Fact<Seconds> streamed{};                           ///< start of an image that is read as it is needed
};

/// Forms of start that skip stages.
struct ShortForms {
  Fact<Seconds> wake{};                  ///< from either level of sleep, beside the weights
  Fact<double> wake_uplink_share{};      ///< of PCIe, weights from host memory
  Fact<Seconds> restore{};               ///< of a snapshot, beside its bytes
  Fact<BytesPerSecond> snapshot_rate{};  ///< of its bytes
};

struct Loading {
  Fact<Seconds> provision{};       ///< a host from its provider until the driver is ready
  Fact<double> gpus_per_uplink{};  ///< GPUs that share one PCIe uplink to host memory
  ImageFacts image{};
  EngineStart engine{};
  ShortForms forms{};
  std::vector<Loader> loaders{};
  std::vector<Observation> observed{};
};

/// The loader of that id, or null.
inline const Loader* find_loader(const Loading& loading, std::string_view id) {
  for (const Loader& l : loading.loaders)
    if (l.id == id) return &l;
  return nullptr;
}

/// The loader's path from a place, or null where it cannot read from there.
inline const LoadPath* path_from(const Loader& loader, WeightPlace place) {
  for (const LoadPath& p : loader.paths)
    if (p.from == place) return &p;
  return nullptr;
}

}  // namespace planner::catalog
