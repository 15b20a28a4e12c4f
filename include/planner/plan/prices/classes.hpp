#pragma once
#include "planner/plan/prices/quotes.hpp"

/// What a million tokens of a team cost in each class of service.
namespace planner::plan::prices {

namespace detail {

inline std::optional<double> per_million(UsdPerTime usd, const Demand& d) {
  const double tokens = models::million_tokens_per_h(d);
  return tokens > 0 ? std::optional(usd.in(units::usd_per_h) / tokens) : std::nullopt;
}

/// The least that cards cost which the service holds only while it is live, mean over the day.
inline std::optional<UsdPerTime> on_demand_cards(const models::Market& m, const models::ServiceOptions& s) {
  std::optional<UsdPerTime> least;
  for (const models::Candidate& c : s.candidates) {
    if (c.resident()) continue;
    const UsdPerTime cards = c.on_demand->gpus * c.on_demand->live_day * card_price(m.types[c.host]);
    if (!least || cards < *least) least = cards;
  }
  return least;
}

}  // namespace detail

/// Off-peak work runs on cards that are paid for anyway: its price is that of a full batch on cards that nobody leaves
/// idle, the least that any price can be.
inline ServiceClasses classes_of(const models::Market& m, const models::Fleet& fleet, std::size_t service,
                                 std::size_t team, const Paid& now, const std::optional<DedicatedQuote>& quote) {
  const models::ServiceOptions& s = m.services[service];
  const models::Candidate& c = *fleet.chosen[service];
  const Demand& d = s.service->demand[team];
  const models::PlannedReplica& r = c.offer->replica;
  ServiceClasses prices{.shared = detail::per_million(now.share, d)};
  if (const auto cards = detail::on_demand_cards(m, s))
    prices.on_demand = detail::per_million(now.markup * models::parts_of(r, s.service->demand)[team] * *cards, d);
  const double cards = c.offer->tensor_parallel() * c.offer->share.memory;
  const double work = models::daily_mean(d).base() * models::seconds_per_request(r, d);
  prices.batch = detail::per_million(work * cards * detail::card_price(m.types[c.host]), d);
  if (quote) prices.dedicated = detail::per_million(quote->usd, d);
  return prices;
}

}  // namespace planner::plan::prices
