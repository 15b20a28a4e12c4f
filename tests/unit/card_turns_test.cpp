// Replicas that take turns on a card, day after day.
#include "planner/math/simulate/card_turns.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "planner/math/simulate/replicate.hpp"

using namespace planner::math::simulate;

namespace {

constexpr double hour = 3600, day = 24 * hour;

std::vector<Interval> played(const std::vector<CardHolder>& holders) {
  return replicate({.count = 20, .confidence = 0.999}, [&](std::uint64_t r) {
    std::vector<double> figures;
    for (const HolderFigures& f : CardTurnsPlay(holders, day, {1, r, 0, 1}).play(2'000))
      figures.insert(figures.end(), {f.late_days, f.share_waiting});
    return figures;
  });
}

}  // namespace

// Exponential loads of 60 s, for which 120 s are allowed: late on e^-2 of the days, then by 60 s on average.
TEST_CASE("late starts of a replica that is held by the hour", "[simulate][hours]") {
  const auto found = played({{8 * hour, 18 * hour + 120, 120, Law::exponential(60), 0.5, 10}});
  CHECK(found[0].holds(std::exp(-2)));
  CHECK(found[1].holds(std::exp(-2) * 60 / (10 * hour)));
}

TEST_CASE("loads that are never longer than what is allowed keep nobody waiting", "[simulate][hours]") {
  const auto found = played({{8 * hour, 18 * hour, 60, Law::constant(60), 2, 10},
                             {19 * hour, 31 * hour, 60, Law::constant(30), 2, 10}});  // until seven in the morning
  for (const Interval& i : found) CHECK(i.upper() == 0);
}

// The last answer of the first comes up to 100 s after its hours end, on nearly every day: 100 s minus what has passed
// since the last request, of which one comes every second.
TEST_CASE("a load waits for the last answer of the replica before", "[simulate][hours]") {
  const auto found = played(
      {{8 * hour, 18 * hour, 60, Law::constant(30), 1, 100}, {18 * hour, 20 * hour, 60, Law::constant(30), 1, 100}});
  CHECK(found[0].upper() == 0);
  CHECK(found[2].lower() > 0.99);
  CHECK(found[3].mean == Approx((99 - 30) / (2 * hour - 60)).epsilon(0.02));
}
