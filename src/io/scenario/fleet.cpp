#include "planner/io/fleet.hpp"

#include <algorithm>

#include "io/json/json_reader.hpp"

namespace planner::io {
namespace {

/// Fields of a saved plan that are not asked for are passed over.
plan::HostsInUse read_part(Reader& entry, const std::vector<std::string>& hosts) {
  plan::HostsInUse part;
  double spares = 0;
  entry.require({"host", "hosts"});
  if (entry.text("host", part.host) && std::ranges::find(hosts, part.host) == hosts.end())
    entry.unknown_name("host", part.host, hosts);
  entry.number("hosts", part.hosts, whole_count);
  entry.number("spare_hosts", spares, whole_count);
  entry.text("purpose", part.purpose);
  part.hosts += spares;
  return part;
}

}  // namespace

std::vector<plan::HostsInUse> read_fleet(std::string_view text, const std::string& name,
                                         const std::vector<std::string>& hosts) {
  const Json json = parse_json(text, name);
  Findings findings;
  Reader root(json, name + "#", findings);
  root.require({"fleet"});
  std::vector<plan::HostsInUse> fleet;
  const Json* list = root.raw("fleet");
  if (list != nullptr && !list->is_array()) root.fault("fleet", "input.type", shown(*list), "a list is asked for.");
  for (std::size_t i = 0; list != nullptr && list->is_array() && i < list->size(); ++i) {
    Reader entry((*list)[i], root.at("fleet") + pointer_step(std::to_string(i)), findings);
    fleet.push_back(read_part(entry, hosts));
  }
  findings.throw_if_faulty();
  return fleet;
}

}  // namespace planner::io
