#include "planner/io/fleet.hpp"
#include "planner/report/whatif.hpp"

namespace planner::report {

void read_existing(WhatIf& question, const std::string& text, const std::string& name, const catalog::Catalog& known) {
  std::vector<std::string> hosts;
  for (const auto& [id, host] : known.hosts) hosts.push_back(id);
  for (const plan::HostsInUse& used : question.before.fleet) hosts.push_back(used.host);
  question.existing = io::read_fleet(text, name, hosts);
}

}  // namespace planner::report
