#include "planner/io/fleet.hpp"

#include <algorithm>

#include "io/json_reader.hpp"

namespace planner::io {

std::vector<plan::HostsInUse> read_fleet(std::string_view text, const std::string& name,
                                         const std::vector<std::string>& hosts) {
  const Json json = parse_json(text, name);
  Findings findings;
  Reader root(json, name + "#", findings);
  root.require({"fleet"});
  std::vector<plan::HostsInUse> fleet;
  root.each("fleet", [&](Reader& entry) {
    plan::HostsInUse part;
    entry.require({"host", "hosts"});
    if (entry.text("host", part.host) && std::ranges::find(hosts, part.host) == hosts.end())
      entry.unknown_name("host", part.host, hosts);
    entry.number("hosts", part.hosts, whole_count);
    entry.text("purpose", part.purpose);
    fleet.push_back(std::move(part));
  });
  findings.throw_if_faulty();
  return fleet;
}

}  // namespace planner::io
