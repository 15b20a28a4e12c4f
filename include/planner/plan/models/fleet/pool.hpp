#pragma once
#include <map>
#include <numeric>

#include "planner/math/fragmentation.hpp"
#include "planner/math/pool_overflow.hpp"
#include "planner/plan/models/candidates/candidate.hpp"

/// GPUs of one host type that services on demand share.
namespace planner::plan::models {

struct Pool {
  std::vector<std::size_t> members{};  ///< services
  double block = 0;                    ///< engines asleep: cards on which each member wakes; 0: wherever there is room
  double gpus = 0;
  Bytes host_memory{}, disk{};  ///< of weights, on every host of the pool; asleep: in memory for each block
  Bytes kept_asleep{};          ///< on each card, by all members
};

namespace detail {

inline std::vector<math::PoolModel> claims_of(const std::vector<const OnDemand*>& members) {
  std::vector<math::PoolModel> claims;
  for (const OnDemand* d : members) claims.push_back({static_cast<std::size_t>(d->gpus), d->claim});
  return claims;
}

/// By member: probability that its start finds no free block, each of which holds one member.
inline std::vector<double> block_overflow(std::vector<math::PoolModel> claims, std::size_t blocks) {
  for (math::PoolModel& c : claims) c.gpus = 1;
  const math::PoolOverflow law(claims, blocks);
  std::vector<double> found;
  for (std::size_t m = 0; m < claims.size(); ++m) found.push_back(blocks >= claims.size() ? 0.0 : law.overflow(m));
  return found;
}

/// Of the members of each size the one that is live least: it meets the others most, so that none of its size finds too
/// few GPUs more often.
inline std::vector<std::size_t> worst_off(const std::vector<math::PoolModel>& claims) {
  std::map<std::size_t, std::size_t> least;
  for (std::size_t m = 0; m < claims.size(); ++m) {
    const auto [known, fresh] = least.try_emplace(claims[m].gpus, m);
    if (claims[m].live_share < claims[known->second].live_share) known->second = m;
  }
  std::vector<std::size_t> members;
  for (const auto& [gpus, member] : least) members.push_back(member);
  return members;
}

/// What starts of some members find in pools of any size. The laws are worked out once for many sizes.
class Starts {
 public:
  Starts(std::vector<math::PoolModel> claims, std::size_t per_host, std::vector<std::size_t> members)
      : claims_(std::move(claims)), per_host_(per_host), members_(std::move(members)) {
    for (const math::PoolModel& c : claims_) {
      all_ += c.gpus;
      largest_ = std::max(largest_, c.gpus);
      mean_ += static_cast<double>(c.gpus) * c.live_share;
    }
  }

  /// By member: probability that its start finds too few of `gpus` free. A pool that outgrows a host takes whole hosts,
  /// whose free GPUs are taken to lie at random: an upper estimate (math/fragmentation.hpp). Where there are as many as
  /// all members ask for, each finds its own.
  [[nodiscard]] std::vector<double> overflow(std::size_t gpus) {
    std::vector<double> found(members_.size(), 0.0);
    if (gpus >= all_) return found;
    look_at(gpus);
    std::map<std::size_t, std::vector<double>> rooms;
    for (std::size_t m = 0; m < members_.size(); ++m) {
      const std::size_t needed = claims_[members_[m]].gpus;
      if (gpus <= per_host_) {
        found[m] = others_[m].without_room(gpus, needed);
      } else {
        const auto [room, fresh] = rooms.try_emplace(needed);
        if (fresh) room->second = math::SpreadHosts(gpus / per_host_, per_host_).room_for(needed);
        found[m] = others_[m].without_room_on_a_host(room->second);
      }
    }
    return found;
  }

  /// The fewest GPUs at which every start of these members finds room but for a share of them. They are no fewer than
  /// (1 - share) x mean: those beyond the pool number at most the share of the mean.
  [[nodiscard]] std::size_t fewest(double share) {
    std::size_t gpus = sized(std::max(largest_, static_cast<std::size_t>(whole_up((1 - share) * mean_))));
    while (std::ranges::max(overflow(gpus)) > share) gpus = sized(gpus + 1);
    return gpus;
  }

 private:
  /// Whole hosts where one is not enough.
  [[nodiscard]] std::size_t sized(std::size_t gpus) const {
    return gpus <= per_host_ ? gpus : (gpus + per_host_ - 1) / per_host_ * per_host_;
  }

  void look_at(std::size_t gpus) {
    if (!others_.empty() && gpus < others_.front().used.size()) return;
    const std::size_t most = std::max(per_host_, 2 * (gpus - gpus % per_host_));
    others_.clear();
    for (const std::size_t m : members_) others_.push_back(math::law_of_others(claims_, m, most));
  }

  std::vector<math::PoolModel> claims_;
  std::size_t per_host_, all_ = 0, largest_ = 0;
  double mean_ = 0;
  std::vector<std::size_t> members_;
  std::vector<math::GpuLaw> others_{};
};

}  // namespace detail

/// The pool of these members.
inline Pool pool_of(std::vector<std::size_t> services, const std::vector<const OnDemand*>& members,
                    std::size_t per_host, double overflow) {
  Pool pool{.members = std::move(services)};
  if (members.empty()) return pool;
  const std::vector<math::PoolModel> claims = detail::claims_of(members);
  pool.gpus = static_cast<double>(detail::Starts(claims, per_host, detail::worst_off(claims)).fewest(overflow));
  for (const OnDemand* d : members) {
    if (d->tier == WeightTier::host_ram) pool.host_memory += d->weights;
    if (d->tier == WeightTier::nvme) pool.disk += d->weights;
  }
  return pool;
}

namespace detail {

/// By member: probability that its start finds too few free GPUs, where each is live for its share of `claims`. Engines
/// asleep find all of a block free or none.
inline std::vector<double> overflow_of(const Pool& pool, std::vector<math::PoolModel> claims, std::size_t per_host) {
  std::vector<std::size_t> all(claims.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (pool.block <= 0)
    return Starts(std::move(claims), per_host, std::move(all)).overflow(static_cast<std::size_t>(pool.gpus));
  return block_overflow(claims, static_cast<std::size_t>(pool.gpus / pool.block));
}

}  // namespace detail

/// By member: probability that its cold start in the busiest hour finds too few free GPUs.
inline std::vector<double> overflow_by_member(const Pool& pool, const std::vector<const OnDemand*>& members,
                                              std::size_t per_host) {
  return detail::overflow_of(pool, detail::claims_of(members), per_host);
}

/// Share of the busiest hour in which the members ask for more GPUs than there are.
inline double overflow_time_share(const Pool& pool, const std::vector<const OnDemand*>& members) {
  return math::PoolOverflow(detail::claims_of(members), static_cast<std::size_t>(pool.gpus)).time_share();
}

/// The worst overflow of the same pool if idle replicas gave way: only loads and requests are a hard claim.
inline double overflow_with_eviction(const Pool& pool, const std::vector<const OnDemand*>& members,
                                     std::size_t per_host) {
  std::vector<math::PoolModel> busy = detail::claims_of(members);
  for (std::size_t m = 0; m < busy.size(); ++m) busy[m].live_share = members[m]->busy;
  return std::ranges::max(detail::overflow_of(pool, std::move(busy), per_host));
}

}  // namespace planner::plan::models
