#pragma once
#include "planner/plan/models/choice/menu.hpp"

/// Fleets to begin a search with: good ones for hundreds of models, in a moment.
namespace planner::plan::models {

namespace detail {

/// Of room for weights on the hosts of a pool, $/h per GiB.
struct RoomPrices {
  double host_memory = 0, disk = 0;
};

/// Cards by their share of the host's price, in a pool by the share of time that is claimed.
inline double priced(const Market& m, const Candidate& c, const RoomPrices& prices) {
  const HostType& type = m.types[c.host];
  double cards = c.shared() ? c.offer->share.memory : c.mean_gpus();
  double weights = 0;
  if (!c.resident()) {
    cards = c.on_demand->claimed_gpus();
    weights = prices.host_memory * c.on_demand->weights_on_host(WeightTier::host_ram).in(units::GiB) +
              prices.disk * c.on_demand->weights_on_host(WeightTier::nvme).in(units::GiB);
  }
  return cards * type.usd().in(units::usd_per_h) / type.gpus + c.wait_usd().in(units::usd_per_h) + weights;
}

/// The cheapest candidate of every service at these prices.
inline Fleet fleet_at(const Market& m, const Menu& menu, const RoomPrices& prices) {
  Choice chosen;
  for (const auto& options : menu)
    chosen.push_back(*std::ranges::min_element(options, {}, [&](const Candidate* c) { return priced(m, *c, prices); }));
  return fleet_of(m, std::move(chosen));
}

/// The lowest price at which the weights fit, of one kind of room; `high` is a price at which they do.
inline double lowest_price(const Market& m, const Menu& menu, RoomPrices prices, double RoomPrices::*kind) {
  double low = 0, high = prices.*kind;
  for (int halving = 0; halving < 20 && high > 0; ++halving) {
    prices.*kind = (low + high) / 2;
    (fleet_at(m, menu, prices).keeps_weights ? high : low) = prices.*kind;
  }
  return high;
}

}  // namespace detail

/// A fleet in which every service is served in the way that is cheapest by itself, at prices for host memory and disks
/// that are just high enough for the weights to fit: the multipliers of a Lagrangean relaxation (Everett 1963,
/// "Generalized Lagrange multiplier method"). Nothing where a service has no candidate, or where no price makes room.
inline std::optional<Fleet> priced_fleet(const Market& m, const Menu& menu) {
  constexpr double first_price = 1e-6, last_price = 1e6;
  if (std::ranges::any_of(menu, [](const auto& options) { return options.empty(); })) return std::nullopt;
  detail::RoomPrices prices;
  Fleet fleet = detail::fleet_at(m, menu, prices);
  for (double price = first_price; !fleet.keeps_weights && price < last_price; price *= 4) {
    prices.host_memory = prices.disk = price;
    fleet = detail::fleet_at(m, menu, prices);
  }
  if (!fleet.keeps_weights) return std::nullopt;
  for (const auto kind : {&detail::RoomPrices::disk, &detail::RoomPrices::host_memory})
    prices.*kind = detail::lowest_price(m, menu, prices, kind);
  return detail::fleet_at(m, menu, prices);
}

}  // namespace planner::plan::models
