#pragma once
#include <vector>

#include "planner/math/uncertain/sobol_points.hpp"
#include "planner/plan/uncertain/one_at_a_time.hpp"
#include "planner/plan/uncertain/plan.hpp"

/// Worlds: every number that matters drawn from its law, all designs priced in each.
namespace planner::plan::uncertain {

/// More numbers than this are held at their typical values: two points in so many dimensions are what the direction
/// numbers reach to.
inline constexpr std::size_t most_drawn = math::SobolPoints::most_dimensions / 2;

/// Puts the drawn values of the movers into `values`; `u(k)` is the place in the law of the k-th.
template <class Place>
void draw(const Question& q, const std::vector<Mover>& movers, Place&& u, Values& values) {
  for (std::size_t k = 0; k < movers.size(); ++k)
    values[movers[k].number] = q.numbers[movers[k].number].law.quantile(u(k));
}

struct Drawn {
  std::vector<DrawnWorld> worlds{};
  int refused = 0;
};

inline Drawn draw_worlds(const Question& q, const std::vector<Mover>& movers) {
  const math::SobolPoints points(std::max<std::size_t>(1, movers.size()), q.seed);
  Drawn drawn;
  Values values(q.numbers.size(), as_given);
  for (std::uint32_t i = 0; i < q.samples; ++i) {
    draw(
        q, movers, [&](std::size_t k) { return points.at(i, k); }, values);
    DrawnWorld world;
    if (!q.price(values, q.designs.size(), world.prices)) {
      ++drawn.refused;
      continue;
    }
    for (const Mover& m : movers) world.drawn.push_back(values[m.number]);
    drawn.worlds.push_back(std::move(world));
  }
  return drawn;
}

}  // namespace planner::plan::uncertain
