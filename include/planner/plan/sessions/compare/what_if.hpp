#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "planner/plan/sessions/design/design.hpp"
#include "planner/plan/sessions/question/session_facts.hpp"

/// What the price would be if one class took more or less behind its boundary: for ties and break-even values. In hosts
/// that could be cut at will, so that the answer moves smoothly.
namespace planner::plan::sessions {

/// A change of what one session takes.
struct Change {
  double memory = 0;      ///< bytes more
  double cpu_factor = 1;  ///< of the work, not of starting
  Amounts more{};         ///< of anything, on top; starts in shares of what a host can carry
  Amounts limits = Amounts::of({}, no_limit);  ///< of hosts that have none, because it is not published
};

inline Candidate changed(Candidate c, const Change& change) {
  for (const Resource r : all_resources) c.use.amounts[r] += change.more[r];
  for (const Resource r : all_resources)
    if (c.limits[r] == no_limit) c.limits[r] = change.limits[r];
  c.use.amounts[Resource::memory] += change.memory;
  c.use.amounts[Resource::cpu] += (change.cpu_factor - 1.0) * c.cpu.work.base();
  return c;
}

namespace detail {

/// The base of a pool on hosts of one type; nothing where one of its classes does not fit there.
inline std::optional<UsdPerTime> rough_pool_on(const Question& q, const Design& design, const PoolMembers& members,
                                               const HostChoice& host, std::size_t session_class,
                                               const Change& change) {
  std::vector<Candidate> candidates;  // the pool refers to them
  candidates.reserve(members.size());
  std::vector<PoolClass> pool;
  for (const Assigned& m : members) {
    const Candidate* const c = design.table().at(m.session_class, m.option, host.index);
    if (!c) return std::nullopt;
    Change here = m.session_class == session_class ? change : Change{};
    here.limits = change.limits;  // all classes of a pool have the same hosts
    candidates.push_back(changed(*c, here));
    pool.push_back({m.session_class, &candidates.back(), c->sessions});
  }
  return uncut_price(q, host, pool);
}

inline UsdPerTime rough_pool(const Question& q, const Design& design, const PoolMembers& members,
                             std::size_t session_class, const Change& change) {
  UsdPerTime least = no_limit * units::usd_per_h;
  for (const HostChoice& host : design.table().hosts())
    if (const auto price = rough_pool_on(q, design, members, host, session_class, change))
      least = std::min(least, *price);
  return least;
}

}  // namespace detail

/// The base of the design with the k-th class in `option`, all else as chosen.
inline UsdPerTime rough_price(const Question& q, const Design& design, std::size_t k, std::size_t option,
                              const Change& change = {}) {
  Assignment assignment = design.chosen().options;
  assignment[k] = option;
  UsdPerTime price{};
  for (const PoolMembers& pool : pools_of(design.tenancy(), assignment, design.table()))
    price += detail::rough_pool(q, design, pool, design.tenancy().classes[k], change);
  return price;
}

}  // namespace planner::plan::sessions
