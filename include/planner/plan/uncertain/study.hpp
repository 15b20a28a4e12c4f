#pragma once
#include "planner/plan/uncertain/drivers.hpp"
#include "planner/plan/uncertain/turns.hpp"

/// How far a plan can be trusted when its numbers are not known exactly.
namespace planner::plan::uncertain {

namespace detail {

inline DesignOutlook outlook_of(const Question& q, const std::vector<DrawnWorld>& worlds, const Regrets& r,
                                std::size_t d, std::size_t choice) {
  DesignOutlook o{.name = q.designs[d]};
  o.usd = percentiles_of(costs_of(worlds, d));
  o.hosts = percentiles_of(figures_of(worlds, d, [](const Price& p) { return p.hosts; }));
  o.gpus = percentiles_of(figures_of(worlds, d, [](const Price& p) { return p.gpus; }));
  double served = 0, missed = 0;
  for (const DrawnWorld& w : worlds) {
    served += w.prices[d].served ? 1 : 0;
    missed += w.prices[d].served && w.prices[d].missed > 0 ? 1 : 0;
  }
  o.served = served / static_cast<double>(worlds.size());
  o.missed = missed / static_cast<double>(worlds.size());
  o.regret = r.mean(d);
  o.regret_error = d == choice ? 0.0 : r.distance_error(d, choice);
  o.most_regret = r.most(d);
  o.best = r.best_share(d);
  return o;
}

/// Numbers with the least swing are looked at less: shares of the variance cost a set of worlds each, turns some
/// dozens.
inline constexpr std::size_t most_shares = 8, most_turns = 16;

inline void add_numbers(UncertaintyPlan& plan, const Question& q, const std::vector<Mover>& movers, const Drawn& drawn,
                        const Regrets& r, const std::vector<double>& fleet) {
  const auto shares = variance_shares(q, movers, std::min(most_shares, movers.size()));
  for (std::size_t k = 0; k < movers.size(); ++k) {
    const Mover& m = movers[k];
    NumberOutlook n{.number = q.numbers[m.number], .usd_at_low = m.usd_at_low, .usd_at_high = m.usd_at_high};
    if (k < shares.size()) n.share = shares[k];
    if (k < most_turns) {
      n.break_even = break_even(q, m.number);
      n.fleet_until = fleet_until(q, m.number, fleet);
    }
    n.worth_knowing = worth_knowing(drawn.worlds, r, plan.first_choice, k);
    plan.numbers.push_back(std::move(n));
  }
}

/// Every 64th world, or every one, solved afresh; beside it the plan's own design as it is re-priced.
inline void add_full_solves(UncertaintyPlan& plan, const Question& q, const std::vector<Mover>& movers,
                            const std::vector<DrawnWorld>& worlds) {
  std::vector<double> excess, usd, hosts;
  Values values(q.numbers.size(), as_given);
  for (std::size_t i = 0; i < worlds.size(); i += q.redecide ? 1 : 64) {
    for (std::size_t k = 0; k < movers.size(); ++k) values[movers[k].number] = worlds[i].drawn[k];
    const auto solved = q.solve(values);
    usd.push_back(solved ? solved->usd : HUGE_VAL);
    hosts.push_back(solved ? solved->hosts : HUGE_VAL);
    if (solved && worlds[i].prices[0].served) excess.push_back(worlds[i].prices[0].usd / solved->usd - 1.0);
  }
  plan.full.solved = static_cast<int>(usd.size());
  std::ranges::sort(excess);
  if (!excess.empty()) plan.full.median_excess = quantile_of(excess, 0.5);
  for (const double e : excess)
    if (std::abs(e) > std::abs(plan.full.most_excess)) plan.full.most_excess = e;
  if (!q.redecide) return;
  plan.redecided_usd = percentiles_of(std::move(usd));
  plan.redecided_hosts = percentiles_of(std::move(hosts));
}

inline std::vector<double> quantiles_of(std::vector<double> values) {
  constexpr int steps = 100;
  std::ranges::sort(values);
  std::vector<double> quantiles;
  for (int k = 0; k <= steps; ++k) quantiles.push_back(quantile_of(values, static_cast<double>(k) / steps));
  return quantiles;
}

inline double share_carried(const std::vector<DrawnWorld>& worlds, const std::vector<double>& fleet,
                            std::optional<double> hosts) {
  double carried = 0;
  for (const DrawnWorld& w : worlds) carried += carries(fleet, hosts, w.prices[0]) ? 1 : 0;
  return carried / static_cast<double>(worlds.size());
}

}  // namespace detail

/// Draws worlds, prices every design in each, and says what follows: how the cost is spread, which design to regret
/// least, whether a fleet suffices, what the spread comes from, where the choice turns, and what is worth measuring.
///
/// Deterministic by the seed; the same worlds for every design. Numbers are independent of each other. Nothing to draw,
/// or no world that the scenario takes: no designs are told.
inline UncertaintyPlan study(const Question& q) {
  UncertaintyPlan plan{.samples = static_cast<int>(q.samples), .seed = q.seed};
  std::vector<Price> typical;
  if (q.designs.empty() || !q.price(Values(q.numbers.size(), as_given), q.designs.size(), typical)) return plan;
  plan.typical_usd = typical[0].usd;
  plan.own_fleet = !q.fleet_hosts;
  plan.fleet_hosts = q.fleet_hosts.value_or(typical[0].hosts);
  std::vector<Mover> found = movers(q, typical);
  plan.without_effect = static_cast<int>(q.numbers.size() - found.size());
  if (found.empty()) return plan;
  if (found.size() > most_drawn) {
    plan.held = static_cast<int>(found.size() - most_drawn);
    found.resize(most_drawn);
  }
  const Drawn drawn = draw_worlds(q, found);
  plan.refused = drawn.refused;
  if (drawn.worlds.empty()) return plan;
  const Regrets regrets(drawn.worlds);
  plan.first_choice = regrets.least(0, regrets.worlds());
  plan.stable = stable_choice(regrets, plan.first_choice);
  for (std::size_t d = 0; d < q.designs.size(); ++d)
    plan.designs.push_back(detail::outlook_of(q, drawn.worlds, regrets, d, plan.first_choice));
  plan.suffices = detail::share_carried(drawn.worlds, typical[0].fleet, q.fleet_hosts);
  plan.usd_quantiles = detail::quantiles_of(costs_of(drawn.worlds, 0));
  detail::add_numbers(plan, q, found, drawn, regrets, typical[0].fleet);
  detail::add_full_solves(plan, q, found, drawn.worlds);
  if (q.keep_worlds) plan.worlds = drawn.worlds;
  return plan;
}

}  // namespace planner::plan::uncertain
