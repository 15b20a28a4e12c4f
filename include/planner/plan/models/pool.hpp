#pragma once
#include <map>

#include "planner/math/fragmentation.hpp"
#include "planner/math/pool_overflow.hpp"
#include "planner/plan/models/candidate.hpp"

/// GPUs of one host type that services on demand share.
namespace planner::plan::models {

struct Pool {
  std::vector<std::size_t> members{};  ///< services
  double block = 0;                    ///< engines asleep: cards on which each member wakes; 0: wherever there is room
  double gpus = 0;
  std::vector<double> overflow{};  ///< by member: probability that its cold start finds too few free GPUs
  Bytes host_memory{}, disk{};     ///< of weights, on every host of the pool; asleep: in memory for each block
  Bytes kept_asleep{};             ///< on each card, by all members
  [[nodiscard]] double worst_overflow() const { return overflow.empty() ? 0.0 : std::ranges::max(overflow); }
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

/// What starts find in pools of any size, of the same members. The laws are worked out once for many sizes.
class Starts {
 public:
  Starts(std::vector<math::PoolModel> claims, std::size_t per_host) : claims_(std::move(claims)), per_host_(per_host) {
    for (const math::PoolModel& c : claims_) all_ += c.gpus, largest_ = std::max(largest_, c.gpus);
  }

  /// By member: probability that its start finds too few of `gpus` free. A pool that outgrows a host takes whole hosts,
  /// whose free GPUs are taken to lie at random: an upper estimate (math/fragmentation.hpp). Where there are as many as
  /// all members ask for, each finds its own.
  [[nodiscard]] std::vector<double> overflow(std::size_t gpus) {
    std::vector<double> found(claims_.size(), 0.0);
    if (gpus >= all_) return found;
    look_at(gpus);
    std::map<std::size_t, std::vector<double>> rooms;
    for (std::size_t m = 0; m < claims_.size(); ++m) {
      const std::size_t needed = claims_[m].gpus;
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

  [[nodiscard]] std::size_t smallest() const { return largest_; }
  [[nodiscard]] std::size_t after(std::size_t gpus) const {
    return gpus < per_host_ ? gpus + 1 : (gpus / per_host_ + 1) * per_host_;
  }

 private:
  void look_at(std::size_t gpus) {
    if (!others_.empty() && gpus < others_.front().used.size()) return;
    const math::PoolOverflow law(claims_, std::max(per_host_, 2 * (gpus - gpus % per_host_)));
    others_.clear();
    for (std::size_t m = 0; m < claims_.size(); ++m) others_.push_back(law.others(m));
  }

  std::vector<math::PoolModel> claims_;
  std::size_t per_host_, all_ = 0, largest_ = 0;
  std::vector<math::GpuLaw> others_{};
};

/// The fewest GPUs at which every start finds room but for a share `overflow` of them.
inline void size_pool(Pool& pool, Starts starts, double overflow) {
  std::size_t gpus = starts.smallest();
  for (pool.overflow = starts.overflow(gpus); pool.worst_overflow() > overflow; pool.overflow = starts.overflow(gpus))
    gpus = starts.after(gpus);
  pool.gpus = static_cast<double>(gpus);
}

}  // namespace detail

/// The pool of these members.
inline Pool pool_of(std::vector<std::size_t> services, const std::vector<const OnDemand*>& members,
                    std::size_t per_host, double overflow) {
  Pool pool{.members = std::move(services)};
  if (members.empty()) return pool;
  detail::size_pool(pool, {detail::claims_of(members), per_host}, overflow);
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
  if (pool.block <= 0) return Starts(std::move(claims), per_host).overflow(static_cast<std::size_t>(pool.gpus));
  return block_overflow(claims, static_cast<std::size_t>(pool.gpus / pool.block));
}

}  // namespace detail

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
