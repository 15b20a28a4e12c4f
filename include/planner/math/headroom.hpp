#pragma once
#include <cassert>
#include <cmath>

#include "planner/math/binomial.hpp"

/// Spare capacity for things that fail, are taken out for upgrades, or vanish together with a zone.
namespace planner::math {

/// Share of time that a thing is up: MTBF / (MTBF + time to repair), both in the same unit.
inline double availability(double mtbf, double repair_time) { return mtbf / (mtbf + repair_time); }

/// Fewest spares with P(at least `need` of `need + spares` are up) >= `probability`. Things fail one by one and are
/// repaired without waiting for each other; what fails together (rack, switch) is not in it. 0 < availability <= 1,
/// 0 <= probability < 1.
inline int smallest_spare(int need, double availability, double probability) {
  assert(need >= 0 && availability > 0.0 && probability < 1.0);
  const auto enough = [&](int spare) { return binomial_tail(need, need + spare, availability) >= probability; };
  if (enough(0)) return 0;
  int lower = 0, upper = 1;
  for (; !enough(upper); upper *= 2) lower = upper;
  while (upper - lower > 1) {
    const int middle = lower + (upper - lower) / 2;
    (enough(middle) ? upper : lower) = middle;
  }
  return upper;
}

/// What a fleet over `zones` equal zones must hold, as a multiple of its peak, to carry the peak when `lost` are gone.
inline double zone_factor(int zones, int lost) {
  assert(zones > lost && lost >= 0);
  return static_cast<double>(zones) / (zones - lost);
}

/// What must be held, as a multiple of what must be up, when the share `drained` of all hosts is out at any time.
inline double drain_factor(double drained) {
  assert(drained >= 0.0 && drained < 1.0);
  return 1.0 / (1.0 - drained);
}

}  // namespace planner::math
