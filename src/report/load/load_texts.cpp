#include "report/load/load_texts.hpp"

namespace planner::report {

std::string_view start_text(plan::StartKind kind) {
  switch (kind) {
    case plan::StartKind::new_host:
      return "on a host that has to be provided first";
    case plan::StartKind::no_image:
      return "on a host without the container image";
    case plan::StartKind::image:
      return "on a host with the image, first start of the model there";
    case plan::StartKind::cached:
      return "on a host that has started this model before (image, compiled graphs)";
    case plan::StartKind::sleep_2:
      return "from sleep level 2, weights read again";
    case plan::StartKind::sleep_1:
      return "from sleep level 1, weights in host memory";
    case plan::StartKind::snapshot:
      return "from a snapshot of the process and its GPU memory";
  }
  return "";
}

std::string_view place_text(catalog::WeightPlace place) {
  switch (place) {
    case catalog::WeightPlace::object_store:
      return "an object store";
    case catalog::WeightPlace::network_disk:
      return "a network disk";
    case catalog::WeightPlace::local_nvme:
      return "the local NVMe disk";
    case catalog::WeightPlace::host_ram:
      return "host memory";
    case catalog::WeightPlace::peer:
      return "a running replica";
  }
  return "";
}

std::string stage_text(unit::LoadStep step) {
  switch (step) {
    case unit::LoadStep::provision:
      return "provide the host";
    case unit::LoadStep::image:
      return "pull the image";
    case unit::LoadStep::process:
      return "start the process";
    case unit::LoadStep::peer_check:
      return "check GPU links";
    case unit::LoadStep::download:
      return "copy to host memory";
    case unit::LoadStep::weights:
      return "read weights";
    case unit::LoadStep::compile:
      return "compile";
    case unit::LoadStep::kernel_build:
      return "build kernels";
    case unit::LoadStep::capture:
      return "capture graphs";
    case unit::LoadStep::profile:
      return "size the cache";
    case unit::LoadStep::first_request:
      return "first request";
    case unit::LoadStep::wake:
      return "wake";
    case unit::LoadStep::restore:
      return "restore the process";
  }
  return "";
}

std::string_view limit_text(unit::LoadLimit limit) {
  switch (limit) {
    case unit::LoadLimit::place:
      return "the place";
    case unit::LoadLimit::loader:
      return "the loader";
    case unit::LoadLimit::uplink:
      return "the host";
  }
  return "";
}

}  // namespace planner::report
