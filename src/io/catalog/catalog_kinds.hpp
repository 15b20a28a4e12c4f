#pragma once
#include "io/catalog/efficiency_fields.hpp"
#include "io/catalog/engine_fields.hpp"
#include "io/catalog/hardware_fields.hpp"
#include "io/catalog/llm_fields.hpp"
#include "io/catalog/loading_fields.hpp"

/// The parts of a catalog, each named once: reading, writing, listing and hashing go over these.
namespace planner::io {

/// Calls `use` with the name of every kind of entry and the entries by id. A new kind needs a line here and `fields`.
template <class C, class Use>
void for_each_kind(C& catalog, Use use) {
  use("boundaries", catalog.boundaries);
  use("hosts", catalog.hosts);
  use("gpus", catalog.gpus);
  use("mig_tables", catalog.mig_tables);
  use("reserves", catalog.reserves);
  use("background", catalog.background);
  use("models", catalog.models);
  use("engines", catalog.engines);
  use("number_formats", catalog.number_formats);
  use("efficiencies", catalog.efficiencies);
  use("sources", catalog.sources);
}

/// Calls `use` with the name of every part that there is one of, and the part.
template <class C, class Use>
void for_each_single(C& catalog, Use use) {
  use("limits", catalog.limits);
  use("gpu_sharing", catalog.gpu_sharing);
  use("reliability", catalog.reliability);
  use("loading", catalog.loading);
}

}  // namespace planner::io
