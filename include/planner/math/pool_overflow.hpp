#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

/// On-demand models that share GPUs: how often does one that starts find too few free?
namespace planner::math {

/// A model that is live (on all its GPUs) or not, independently of the others.
struct PoolModel {
  std::size_t gpus = 1;
  double live_share = 0;  ///< share of time, 0 to 1: of loading and busy where idle ones give way, else of all live
};

/// Probability of each number of GPUs in use, up to the number that is looked at, and of more.
struct GpuLaw {
  std::vector<double> used;
  double beyond = 0;

  /// Probability that as many are in use, or more of those that are looked at.
  [[nodiscard]] double used_from(std::size_t gpus) const {
    double sum = 0;
    for (std::size_t n = used.size(); n > gpus; --n) sum += used[n - 1];
    return sum;
  }

  /// Probability that fewer than `needed` of `pool` GPUs are free.
  [[nodiscard]] double without_room(std::size_t pool, std::size_t needed) const {
    return beyond + used_from(pool + 1 - std::min(needed, pool + 1));
  }

  /// The same where those that are needed lie in one host: `room` is the probability that some host has them, by the
  /// number of GPUs in use, up to all of the pool (`SpreadHosts::room_for`).
  [[nodiscard]] double without_room_on_a_host(std::span<const double> room) const {
    double sum = beyond + used_from(room.size());
    for (std::size_t n = 0; n < room.size(); ++n) sum += used[n] * (1.0 - room[n]);
    return sum;
  }
};

/// The GPUs in use of two groups of models together; both laws look at as many. All terms are positive, so that rare
/// states keep their digits.
inline GpuLaw together(const GpuLaw& a, const GpuLaw& b) {
  GpuLaw both{std::vector<double>(a.used.size()), a.beyond};
  double more = b.beyond;  // b uses more than what a leaves
  for (std::size_t n = 0; n < a.used.size(); ++n) {
    for (std::size_t k = 0; k <= n; ++k) both.used[n] += a.used[k] * b.used[n - k];
    both.beyond += a.used[n] * more;
    more += b.used[b.used.size() - 1 - n];
  }
  return both;
}

namespace detail {

inline GpuLaw none_in_use(std::size_t gpus) {
  GpuLaw law{std::vector<double>(gpus + 1), 0.0};
  law.used[0] = 1.0;
  return law;
}

/// The law with one model more.
inline void join(GpuLaw& law, const PoolModel& model) {
  const std::size_t gpus = model.gpus, end = law.used.size();
  const double live = model.live_share;
  for (std::size_t n = end - std::min(gpus, end); n < end; ++n) law.beyond += law.used[n] * live;
  for (std::size_t n = end; n-- > 0;)
    law.used[n] = law.used[n] * (1.0 - live) + (n >= gpus ? law.used[n - gpus] * live : 0.0);
}

}  // namespace detail

/// What all models but one use, looked at up to so many GPUs: the state that a start of that one sees, for a model that
/// starts is not live itself. Quicker than `PoolOverflow` where few models are asked about.
inline GpuLaw law_of_others(std::span<const PoolModel> models, std::size_t model, std::size_t gpus) {
  GpuLaw law = detail::none_in_use(gpus);
  for (std::size_t m = 0; m < models.size(); ++m)
    if (m != model) detail::join(law, models[m]);
  return law;
}

/// Exact figures of a pool of a given size, from the joint law of all models: a product of on / off states, summed by
/// convolution (finite sources; never the Kaufman-Roberts recursion, which is for many replicas). O(models * GPUs) in
/// memory, and per figure in the square of the GPUs.
class PoolOverflow {
 public:
  PoolOverflow(std::span<const PoolModel> models, std::size_t pool_gpus)
      : models_(models.begin(), models.end()), pool_(pool_gpus) {
    before_.push_back(detail::none_in_use(pool_));
    for (const PoolModel& m : models_) before_.push_back(joined(before_.back(), m));
    after_.assign(models_.size() + 1, detail::none_in_use(pool_));
    for (std::size_t m = models_.size(); m-- > 0;) after_[m] = joined(after_[m + 1], models_[m]);
  }

  /// Share of time in which the models together ask for more GPUs than the pool has.
  [[nodiscard]] double time_share() const { return before_.back().beyond; }

  /// What the models but one use: the state that a start of that one sees, for a model that starts is not live itself.
  /// From the law of those before it and that of those after it, so that nothing has to be divided out again.
  [[nodiscard]] GpuLaw others(std::size_t model) const { return together(before_[model], after_[model + 1]); }

  /// Probability that a start of the model finds too few free GPUs when nobody is turned away.
  [[nodiscard]] double overflow(std::size_t model) const {
    return others(model).without_room(pool_, models_[model].gpus);
  }

  /// The same where a start needs its GPUs in one host and the free ones lie at random: `room` is the probability that
  /// some host has room for this model, by the number of GPUs that the others use (`SpreadHosts::room_for`). An upper
  /// estimate, as `overflow`, with all GPUs in one host, is a lower bound; best fit lies between.
  [[nodiscard]] double overflow_on_hosts(std::size_t model, std::span<const double> room) const {
    return others(model).without_room_on_a_host(room);
  }

  /// As `overflow` where starts without room are turned away, so that never more than the pool is in use: the law of
  /// the others within the pool (product form, truncated; Engset's call congestion where all are alike).
  [[nodiscard]] double blocking(std::size_t model) const {
    const GpuLaw law = others(model);
    return law.used_from(pool_ + 1 - std::min(models_[model].gpus, pool_ + 1)) / law.used_from(0);
  }

 private:
  [[nodiscard]] static GpuLaw joined(GpuLaw law, const PoolModel& model) {
    detail::join(law, model);
    return law;
  }

  std::vector<PoolModel> models_;
  std::size_t pool_;
  std::vector<GpuLaw> before_, after_;
};

}  // namespace planner::math
