#include <pybind11/stl.h>

#include "bind.hpp"
#include "io/text/nearest.hpp"
#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"

namespace planner::python {

namespace py = pybind11;

catalog::Catalog known_catalog(const std::string& overlay) {
  const catalog::Catalog& builtin = io::builtin_catalog();
  return overlay.empty() ? builtin : io::overlay_dir(builtin, overlay);
}

namespace {

using Names = std::vector<std::string>;

template <class Map>
Names names(const Map& entries) {
  Names out;
  for (const auto& [id, entry] : entries) out.push_back(id);
  return out;
}

std::map<std::string, Names> ids_of(const catalog::Catalog& known) {
  return {{"boundaries", names(known.boundaries)}, {"gpus", names(known.gpus)},
          {"mig_tables", names(known.mig_tables)}, {"hosts", names(known.hosts)},
          {"reserves", names(known.reserves)},     {"models", names(known.models)},
          {"engines", names(known.engines)},       {"sources", names(known.sources)}};
}

InputError no_such_entry(const std::string& id, const catalog::Catalog& known) {
  Names all;
  for (const auto& [section, ids] : ids_of(known)) all.insert(all.end(), ids.begin(), ids.end());
  return InputError(
      {{"catalog", "input.unknown_name", '"' + id + '"', "not in the catalog.", io::did_you_mean(id, all)}});
}

std::string entry(const std::string& id, const std::string& overlay) {
  const catalog::Catalog known = known_catalog(overlay);
  std::string json = io::entry_json(known, id);
  if (json.empty()) throw no_such_entry(id, known);
  return json;
}

std::map<std::string, Names> ids(const std::string& overlay) { return ids_of(known_catalog(overlay)); }

}  // namespace

void bind_catalog(py::module_& module) {
  const py::call_guard<py::gil_scoped_release> unlocked;
  module.def("catalog_entry", &entry, py::arg("id"), py::arg("overlay"), unlocked);
  module.def("catalog_ids", &ids, py::arg("overlay"), unlocked);
}

}  // namespace planner::python
