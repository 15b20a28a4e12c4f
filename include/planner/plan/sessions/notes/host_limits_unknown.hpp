#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/say.hpp"
#include "planner/plan/sessions/notes/chosen.hpp"

/// Things that a host has a limited number of and that the policy lets bind, where nobody has published the limit or
/// what a session takes of it.
namespace planner::plan::sessions {

/// A limit of a host, as far as it is published.
struct HostLimit {
  Resource resource = Resource::processes;
  bool published = false;
  std::string what{};  ///< "files that a host can have open"
};

/// The limits of operating system, network and orchestrator that can bind under this policy on the host.
inline std::vector<HostLimit> limits_that_apply(const Question& q, const catalog::Host& host) {
  const catalog::PlatformLimits& limits = q.catalog.limits;
  std::vector<HostLimit> list{{Resource::processes, limits.pids.known(), "processes and threads that a host can have"},
                              {Resource::files, false, "files that a host can have open (fs.file-max)"}};
  if (q.policy().network == Network::bridge)
    list.push_back({Resource::ports, limits.ports_per_bridge.known(), "ports of a network bridge"});
  if (q.policy().network == Network::vpc_ip)
    list.push_back({Resource::addresses, host.max_ips.known(), "addresses that one " + host.id + " can have"});
  if (q.policy().orchestrator != Orchestrator::kubernetes) return list;
  list.push_back({Resource::pods, limits.pods_per_node.known(), "pods of a node"});
  list.push_back({Resource::addresses, limits.ips_per_range.known(), "addresses of a node's range"});
  return list;
}

namespace detail {

inline std::optional<Unknown> limit_unknown(const Chosen& c, const HostLimit& limit) {
  const auto taken = unit::objects_of_session(c.boundary, c.session().vcpu)[limit.resource];
  if (limit.published ? taken.has_value() : taken && *taken <= 0.0) return std::nullopt;
  const double sessions = c.candidate().alone.sessions;
  if (limit.published) {
    const double each = whole_down(c.candidate().limits[limit.resource] / sessions);
    return c.unknown("what a session takes of the " + limit.what, "more than " + say(each) + " per session");
  }
  if (taken) return c.unknown(limit.what, "fewer than " + say(sessions * *taken));
  return c.unknown(limit.what + ", and how many a session takes", "fewer than " + say(sessions) + " sessions take");
}

}  // namespace detail

/// Each limit that could not be checked for the class, with the value from which it would bind.
inline std::vector<Unknown> host_limits_unknown(const Chosen& c) {
  std::vector<Unknown> list;
  for (const HostLimit& limit : limits_that_apply(c.q, c.host())) {
    const bool told_elsewhere =
        limit.resource == Resource::processes && limit.published;  // `processes` in unchecked.hpp
    if (told_elsewhere) continue;
    if (auto unknown = detail::limit_unknown(c, limit)) list.push_back(std::move(*unknown));
  }
  return list;
}

}  // namespace planner::plan::sessions
