#include "io/scenario/host_list.hpp"

#include <algorithm>

#include "io/catalog/catalog_reader.hpp"

namespace planner::io {
namespace {

using catalog::Catalog;

bool has_price(const catalog::Host& host) { return host.price.on_demand.known() || host.price.reserved_3y.known(); }

/// Every host with a published price: the candidates where a scenario names none.
std::vector<std::string> priced_hosts(const Catalog& catalog, bool with_gpu) {
  std::vector<std::string> ids;
  for (const auto& [id, host] : catalog.hosts) {
    if (host.has_gpu() == with_gpu && has_price(host)) ids.push_back(id);
  }
  return ids;
}

/// One candidate: `"id"` or `{"id": "id", ...}`.
void check_candidate(Reader& section, const std::string& field, const std::string& id, const Catalog& catalog,
                     bool with_gpu) {
  const auto* host = catalog::find(catalog.hosts, id);
  if (host == nullptr) {
    section.unknown_name(field, id, names_of(catalog.hosts));
  } else if (host->has_gpu() != with_gpu) {
    section.fault(field, "input.conflict", '"' + id + '"',
                  with_gpu ? "has no GPU: list it under hosts." : "has GPUs: list it under gpu_hosts.");
  }
}

}  // namespace

std::vector<std::string> read_candidates(Reader& section, const std::string& field, const Catalog& catalog,
                                         bool with_gpu) {
  const Json* list = section.raw(field);
  if (list == nullptr) return priced_hosts(catalog, with_gpu);
  std::vector<std::string> ids;
  if (!list->is_array() || list->empty()) {
    section.fault(field, "input.empty", shown(*list), "a list of at least one host is asked for.");
    return ids;
  }
  for (const Json& entry : *list) {
    const Json& id = entry.is_object() && entry.contains("id") ? entry["id"] : entry;
    if (!id.is_string()) {
      section.fault(field, "input.type", shown(entry), "an id, or an object with an id, is asked for.");
    } else if (std::ranges::find(ids, id.get_ref<const std::string&>()) != ids.end()) {
      section.fault(field, "input.duplicate_name", id.dump(), "stands twice in the list.");
    } else {
      ids.push_back(id.get<std::string>());
      check_candidate(section, field, ids.back(), catalog, with_gpu);
    }
  }
  return ids;
}

}  // namespace planner::io
