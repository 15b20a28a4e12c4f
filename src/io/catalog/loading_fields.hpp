#pragma once
#include <array>

#include "io/catalog/catalog_fields.hpp"

/// The fields of what loading a model takes; see catalog_fields.hpp.
namespace planner::io {

using catalog::WeightPlace;

inline constexpr std::array weight_place_words{Named<WeightPlace>{"object_store", WeightPlace::object_store},
                                               Named<WeightPlace>{"network_disk", WeightPlace::network_disk},
                                               Named<WeightPlace>{"local_nvme", WeightPlace::local_nvme},
                                               Named<WeightPlace>{"host_ram", WeightPlace::host_ram},
                                               Named<WeightPlace>{"peer", WeightPlace::peer}};

void fields(auto& v, record<catalog::LoadPath> auto& p) {
  v.word("from", p.from, weight_place_words);
  v.fact("link_share", p.link_share);
  v.fact("limit", p.limit, "GB/s");
  v.fact("uplink_share", p.uplink_share);
}

void fields(auto& v, record<catalog::Loader> auto& l) {
  v.text("id", l.id);
  v.text("name", l.name);
  v.list("paths", l.paths);
  v.text("note", l.note);
}

void fields(auto& v, record<catalog::EngineStart> auto& e) {
  v.fact("process", e.process);
  v.fact("peer_check", e.peer_check);
  v.fact("compile_per_layer", e.compile_per_layer);
  v.fact("cached_compile_per_layer", e.cached_compile_per_layer);
  v.fact("kernel_build", e.kernel_build);
  v.fact("capture_per_layer", e.capture_per_layer);
  v.fact("profile", e.profile);
  v.fact("first_request", e.first_request);
}

void fields(auto& v, record<catalog::ImageFacts> auto& i) {
  v.fact("size", i.size);
  v.fact("compressed", i.compressed);
  v.fact("uncompressed", i.uncompressed);
  v.fact("streamed", i.streamed);
}

void fields(auto& v, record<catalog::ShortForms> auto& f) {
  v.fact("wake", f.wake);
  v.fact("wake_uplink_share", f.wake_uplink_share);
  v.fact("restore", f.restore);
  v.fact("snapshot_rate", f.snapshot_rate);
}

void fields(auto& v, record<catalog::Loading> auto& l) {
  v.fact("provision", l.provision);
  v.fact("gpus_per_uplink", l.gpus_per_uplink);
  v.object("image", l.image);
  v.object("engine", l.engine);
  v.object("forms", l.forms);
  v.list("loaders", l.loaders);
  v.list("observed", l.observed);
}

}  // namespace planner::io
