#pragma once
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// A fleet that exists beside one that is wanted.
namespace planner::plan {

/// Hosts of one type that serve one purpose (a pool, a model), spare hosts included.
struct HostsInUse {
  std::string host{}, purpose{};  ///< empty purpose: not told
  double hosts = 0;
};

/// What becomes of the hosts of one type.
struct FleetChange {
  std::string host{};
  double have = 0, need = 0;
  double buy = 0, free = 0;
  std::optional<double> convert{};  ///< hosts that stay and change their purpose; nothing where purposes are not told
};

/// Per host type: what is missing is bought, what is left over is freed; of the hosts that stay, as many as possible
/// keep their purpose and the rest is converted. Ordered by host id.
inline std::vector<FleetChange> fleet_changes(const std::vector<HostsInUse>& have,
                                              const std::vector<HostsInUse>& need) {
  struct Use {
    double have = 0, need = 0;
  };
  std::map<std::string, std::map<std::string, Use>> uses;
  for (const HostsInUse& h : have) uses[h.host][h.purpose].have += h.hosts;
  for (const HostsInUse& n : need) uses[n.host][n.purpose].need += n.hosts;
  std::vector<FleetChange> changes;
  for (const auto& [host, purposes] : uses) {
    FleetChange c{.host = host};
    double keep = 0;
    for (const auto& [purpose, use] : purposes) {
      c.have += use.have;
      c.need += use.need;
      keep += std::min(use.have, use.need);
    }
    c.buy = std::max(0.0, c.need - c.have);
    c.free = std::max(0.0, c.have - c.need);
    if (!purposes.contains("")) c.convert = std::min(c.have, c.need) - keep;
    changes.push_back(c);
  }
  return changes;
}

}  // namespace planner::plan
