#pragma once
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "planner/plan/say.hpp"
#include "planner/plan/sessions/compare/break_even.hpp"
#include "planner/plan/sessions/notes/left_out.hpp"
#include "planner/plan/sessions/notes/rests_on_addresses.hpp"

/// What becomes of a choice if a figure that nobody has published is as bad as the worst of its kind.
namespace planner::plan::sessions {

namespace detail {

/// The cheapest other option of which the figure is known.
struct Rival {
  std::string name{};
  UsdPerTime price{};
};

inline std::optional<Rival> rival_with(const Question& q, const Design& design, std::size_t k,
                                       const std::vector<Alternative>& others, const LeftOut& figure) {
  std::optional<Rival> best;
  for (const Alternative& a : others) {
    if (!figure.known_of(*design.table().any(design.tenancy().classes[k], a.option))) continue;
    const UsdPerTime price = rough_price(q, design, k, a.option);
    if (!best || price < best->price) best = Rival{design.table().options()[a.option].boundary->id, price};
  }
  return best;
}

}  // namespace detail

/// The figures on which the choice for the k-th class rests, or the number of its hosts. `others` are its alternatives.
inline std::vector<Reliance> rests_on(const Design& design, std::size_t k, const Chosen& c,
                                      const std::vector<Alternative>& others) {
  const auto price_with = [&](const LeftOut& figure) {
    return rough_price(c.q, design, k, design.chosen().options[k], {.more = figure.more, .limits = figure.limits}) +
           figure.usd;
  };
  const UsdPerTime planned = rough_price(c.q, design, k, design.chosen().options[k]);
  std::vector<Reliance> list;
  for (const LeftOut& figure : left_out(c)) {
    const UsdPerTime worst = price_with(figure);
    const auto rival = detail::rival_with(c.q, design, k, others, figure);
    const bool turns = rival && planned <= rival->price && rival->price < worst;
    const double hosts = whole_down((worst - planned) / c.offer.host.price);
    if (!turns && hosts < 1.0) continue;
    std::string consequence = "with " + figure.at_worst + ", it would cost " + say(worst - planned) + " more";
    if (turns) consequence += ", and " + rival->name + " would be cheaper";
    list.push_back({c.session().name, c.boundary.id, figure.figure, turns, std::move(consequence), figure.taken});
  }
  if (auto addresses = rests_on_addresses(design, c)) list.push_back(std::move(*addresses));
  return list;
}

}  // namespace planner::plan::sessions
