#pragma once
#include "planner/plan/models/choice/choice.hpp"
#include "planner/plan/models/plan.hpp"

/// Who pays for what: the bill of the whole fleet, spares and idle cards included, over services and their tokens.
namespace planner::plan::models {

namespace detail {

/// What a member holds of its pool: by what it claims of the busiest hour.
inline double pool_share(const Fleet& fleet, std::size_t service) {
  const Pool& pool = pool_of_service(fleet, service);
  double claims = 0;
  for (const std::size_t s : pool.members) claims += fleet.chosen[s]->on_demand->claimed_gpus();
  return pool.gpus * fleet.chosen[service]->on_demand->claimed_gpus() / claims;
}

/// What a service holds of the cards on which it takes turns: by the hours that it holds them.
inline double turn_share(const Fleet& fleet, std::size_t service) {
  double cards = 0;
  for (const Turn& turn : fleet.turns[fleet.chosen[service]->host])
    for (std::size_t i = 0; i < turn.services.size(); ++i)
      if (turn.services[i] == service) cards += turn.count * turn.gpus * turn.hours[i] / turn.held_hours();
  return cards;
}

/// Cards that a service holds; of a shared card its part of the memory that is taken.
inline double cards_held(const Fleet& fleet, std::size_t service) {
  const Candidate& c = *fleet.chosen[service];
  if (!c.resident()) return pool_share(fleet, service);
  if (!c.shared()) return c.whole_gpus() + turn_share(fleet, service);
  for (const SharedCard& card : fleet.shared[c.host]) {
    if (std::ranges::find(card, service) == card.end()) continue;
    double taken = 0;
    for (const std::size_t s : card) taken += fleet.chosen[s]->offer->share.memory;
    return c.offer->share.memory / taken;
  }
  throw InternalError("models: a sharing service is on no card.");
}

/// Share of a replica's GPU-seconds that prompts take at its operating point.
inline double input_share(const PlannedReplica& r) {
  if (r.serving.shape.output_tokens <= 0) return 1;
  const double batch = r.point.batch, prompt = unit::prompt_time(r.serving, batch);
  const double output = r.serving.shape.output_tokens * unit::decode_time(r.serving, batch) / batch;
  return prompt / (prompt + output);
}

inline std::optional<double> per_million(UsdPerTime usd, RequestsPerSecond rate, double tokens) {
  if (rate.base() * tokens <= 0) return std::nullopt;
  return usd.base() / (rate.base() * tokens) * 1e6;
}

}  // namespace detail

/// Sets what each service holds and pays. The bill is split by the price of the cards that each holds, so that idle
/// cards, spares and electricity are borne in the same proportion; the parts sum to the bill.
inline void split_bill(ModelPlan& plan, const Market& m, const Fleet& fleet) {
  UsdPerTime all{};
  std::vector<UsdPerTime> held;
  for (std::size_t s = 0; s < plan.services.size(); ++s) {
    const HostType& type = m.types[fleet.chosen[s]->host];
    plan.services[s].gpus = detail::cards_held(fleet, s);
    held.push_back(plan.services[s].gpus * type.usd() / type.gpus);
    all += held.back();
  }
  for (std::size_t s = 0; s < plan.services.size(); ++s) {
    ServicePlan& p = plan.services[s];
    const RequestsPerSecond mean = m.services[s].traffic.mean;
    p.usd = plan.usd * (held[s] / all);
    p.input_share = detail::input_share(fleet.chosen[s]->offer->replica);
    p.usd_per_million_input = detail::per_million(p.usd * p.input_share, mean, p.input_tokens);
    p.usd_per_million_output = detail::per_million(p.usd * (1 - p.input_share), mean, p.output_tokens);
  }
}

}  // namespace planner::plan::models
