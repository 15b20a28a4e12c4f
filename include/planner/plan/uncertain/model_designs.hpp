#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/models/models.hpp"

/// Designs for models that worlds are priced with: who is served how, on which hosts, is settled; replicas and hosts
/// are not.
namespace planner::plan::uncertain {

/// How one service is served.
struct Way {
  std::size_t service = 0;
  std::string host{}, gpu{};
  int degree = 1;  ///< GPUs of a replica
  bool shared = false;
  std::optional<WeightTier> tier{};  ///< on demand from there; nothing: resident
  int sleep_level = 0;               ///< on demand by waking; 0: by a load
  bool by_hours = false;             ///< replicas follow the hours of their teams
  friend bool operator==(const Way&, const Way&) = default;
};

struct SettledFleet {
  std::string name{};
  std::vector<std::size_t> ways{};  ///< by service, into `ModelDesigns::ways`
  std::vector<double> spares{};     ///< by host type, into `ModelDesigns::hosts`
};

struct ModelDesigns {
  std::vector<std::string> hosts{};  ///< host types in use by any design
  std::vector<Way> ways{};
  std::vector<SettledFleet> designs{};  ///< the plan's own first; empty where there is none
};

namespace detail {

inline std::string last_step(const std::string& id) { return id.substr(id.rfind('/') + 1); }

constexpr std::string_view name_of(WeightTier tier) {
  switch (tier) {
    case WeightTier::gpu_sleep:
      return "GPU sleep";
    case WeightTier::host_ram:
      return "host memory";
    case WeightTier::nvme:
      return "local disk";
    case WeightTier::object:
      return "object storage";
    case WeightTier::peer:
      return "another host";
  }
  return "";
}

inline std::string say_way(const Way& w) {
  const std::string where = w.gpu + (w.degree > 1 ? " x " + std::to_string(w.degree) : "") + " in " + w.host;
  if (w.sleep_level > 0) return "asleep, weights in " + std::string(name_of(*w.tier)) + ", " + where;
  if (w.tier) return "on demand from " + std::string(name_of(*w.tier)) + ", " + where;
  if (w.by_hours) return "by the hours of its teams on " + where;
  return (w.shared ? "on a shared " : "resident on ") + where;
}

/// Puts fleets into the form in which worlds price them.
class FleetSettler {
 public:
  FleetSettler(const models::Market& m, ModelDesigns& into) : m_(m), into_(into) {}

  void add(const models::Fleet& fleet) {
    SettledFleet settled;
    for (std::size_t s = 0; s < fleet.chosen.size(); ++s) settled.ways.push_back(place_of(way_of(s, *fleet.chosen[s])));
    for (std::size_t t = 0; t < m_.types.size(); ++t)
      if (fleet.spares[t] > 0) host_place(m_.types[t].host->id);
    const bool known =
        std::ranges::any_of(into_.designs, [&](const SettledFleet& d) { return d.ways == settled.ways; });
    if (known) return;
    settled.spares.assign(into_.hosts.size(), 0.0);
    for (std::size_t t = 0; t < m_.types.size(); ++t)
      if (fleet.spares[t] > 0) settled.spares[host_place(m_.types[t].host->id)] = fleet.spares[t];
    settled.name = into_.designs.empty() ? "as planned" : difference(settled);
    into_.designs.push_back(std::move(settled));
  }

  /// Every design knows every host type.
  void finish() {
    for (SettledFleet& d : into_.designs) d.spares.resize(into_.hosts.size(), 0.0);
  }

 private:
  [[nodiscard]] Way way_of(std::size_t service, const models::Candidate& c) const {
    const models::HostType& type = m_.types[c.host];
    Way w{service, type.host->id, type.gpu->id, c.offer->tensor_parallel(), c.shared()};
    if (!c.resident()) w.tier = c.on_demand->tier;
    if (c.sleeps()) w.sleep_level = c.on_demand->asleep->level;
    w.by_hours = c.by_hours != nullptr;
    return w;
  }

  std::size_t place_of(const Way& way) {
    const auto known = std::ranges::find(into_.ways, way);
    if (known != into_.ways.end()) return static_cast<std::size_t>(known - into_.ways.begin());
    host_place(way.host);
    into_.ways.push_back(way);
    return into_.ways.size() - 1;
  }

  std::size_t host_place(const std::string& id) {
    const auto known = std::ranges::find(into_.hosts, id);
    if (known != into_.hosts.end()) return static_cast<std::size_t>(known - into_.hosts.begin());
    into_.hosts.push_back(id);
    return into_.hosts.size() - 1;
  }

  [[nodiscard]] std::string difference(const SettledFleet& other) const {
    std::string name;
    int more = -1;
    for (std::size_t s = 0; s < other.ways.size(); ++s) {
      if (other.ways[s] == into_.designs.front().ways[s]) continue;
      if (++more == 0) name = last_step(m_.services[s].id) + ": " + say_way(into_.ways[other.ways[s]]);
    }
    return more > 0 ? name + "; " + std::to_string(more) + " more differ" : name;
  }

  const models::Market& m_;
  ModelDesigns& into_;
};

}  // namespace detail

/// The design of `plan_models`, the cheapest with every model resident, and the runners-up that cost least: at most
/// `others` beside the plan's own. No designs where a service is served by no candidate.
inline ModelDesigns model_designs(const catalog::Catalog& catalog, const ModelInputs& inputs, std::size_t others) {
  const models::Asked asked = models::ask(catalog, inputs);
  const models::Market market = models::market_of(catalog, inputs, asked);
  ModelDesigns found;
  const auto decided = models::decide(market);
  if (!decided) return found;
  detail::FleetSettler settler(market, found);
  settler.add(decided->fleet);
  if (decided->resident) settler.add(*decided->resident);
  std::vector<std::pair<UsdPerTime, std::size_t>> runners_up;
  for (std::size_t s = 0; s < decided->others.size(); ++s)
    if (decided->others[s]) runners_up.emplace_back(decided->others[s]->objective(), s);
  std::ranges::sort(runners_up);
  for (const auto& [usd, s] : runners_up)
    if (found.designs.size() <= others) settler.add(*decided->others[s]);
  settler.finish();
  return found;
}

}  // namespace planner::plan::uncertain
