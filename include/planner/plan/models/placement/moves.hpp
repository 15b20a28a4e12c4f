#pragma once
#include "planner/plan/models/placement/rearrange.hpp"

/// From what runs to what the plan says.
namespace planner::plan::models {

namespace detail {

/// Replicas by service and degree.
using ReplicaCounts = std::map<std::pair<std::string, std::size_t>, double>;

inline ReplicaCounts running_counts(const std::vector<RunningHost>& hosts) {
  ReplicaCounts counts;
  for (const RunningHost& h : hosts)
    for (const RunningBlock& b : h.blocks)
      for (const std::string& model : b.models) ++counts[{model, b.gpus.size()}];
  return counts;
}

inline ReplicaCounts planned_counts(const std::vector<PlacedHost>& hosts) {
  ReplicaCounts counts;
  for (const PlacedHost& h : hosts)
    for (const Placed& p : h.groups)
      if (!p.pool)
        for (const std::string& model : p.models) ++counts[{model, p.gpus.size()}];
  return counts;
}

/// Replicas that the plan has more of than run: whatever stays, these are loaded.
inline double least_loads(const std::vector<RunningHost>& before, const std::vector<PlacedHost>& after) {
  ReplicaCounts running = running_counts(before);
  double loads = 0;
  for (const auto& [replica, count] : planned_counts(after)) loads += std::max(0.0, count - running[replica]);
  return loads;
}

using HostModel = std::pair<std::string, std::string>;

inline std::vector<Move> moves_of(const std::map<HostModel, double>& counts) {
  std::vector<Move> moves;
  for (const auto& [at, replicas] : counts)
    if (replicas > 0) moves.push_back({at.second, at.first, replicas});
  return moves;
}

inline void add_rows(std::vector<GpuPlacement>& placement, const PlacedHost& host) {
  std::map<double, const Placed*> by_gpu;
  for (const Placed& p : host.groups)
    for (const double gpu : p.gpus) by_gpu[gpu] = &p;
  for (const auto& [gpu, p] : by_gpu) placement.push_back({host.name, gpu, {p->models.begin(), p->models.end()}});
}

/// Loads and ends, by host and model.
struct Ledger {
  std::map<HostModel, double> load{}, end{};

  void add(const std::vector<RunningHost>& before) {
    for (const RunningHost& h : before)
      for (const RunningBlock& b : h.blocks)
        for (const std::string& model : b.models) ++end[{h.name, model}];
  }
  void add(const std::vector<PlacedHost>& after) {
    for (const PlacedHost& h : after)
      for (const Placed& p : h.groups) {
        if (p.pool) continue;
        for (const std::string& model : p.models)
          p.loaded.contains(model) ? ++load[{h.name, model}] : --end[{h.name, model}];
      }
  }
};

}  // namespace detail

/// Places the plan so that as much as possible stays where it runs, and says what has to be loaded. Whole groups are
/// kept first, then models of shared cards; hosts that run least of what is wanted are closed. No plan with these
/// replicas takes fewer loads than the bound. Models on demand are loaded when they are asked for: they do not count.
inline void place_beside(ModelPlan& plan, const Market& m, const Fleet& fleet, const RunningFleet& running) {
  plan.placement.clear();
  Moves moves;
  detail::Ledger ledger;
  for (std::size_t t = 0; t < m.types.size(); ++t) {
    const std::vector<RunningHost> before = running_hosts(running, m.types[t].host->id);
    const std::vector<PlacedHost> after = rearranged(m, fleet, t, before);
    ledger.add(before);
    ledger.add(after);
    moves.lower_bound += detail::least_loads(before, after);
    for (const PlacedHost& h : after) detail::add_rows(plan.placement, h);
  }
  moves.load = detail::moves_of(ledger.load);
  moves.unload = detail::moves_of(ledger.end);
  for (const Move& move : moves.load) moves.loads += move.replicas;
  plan.moves = std::move(moves);
}

}  // namespace planner::plan::models
