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

/// Exact figures of a pool of a given size, from the joint law of all models: a product of on / off states, summed by
/// convolution (finite sources; never the Kaufman-Roberts recursion, which is for many replicas). All terms are
/// positive. O(models * GPUs) in memory, and per figure in the GPUs of pool times model.
class PoolOverflow {
 public:
  PoolOverflow(std::span<const PoolModel> models, std::size_t pool_gpus)
      : models_(models.begin(), models.end()), pool_(pool_gpus) {
    before_.push_back(nothing());
    for (const PoolModel& m : models_) before_.push_back(joined(before_.back(), m));
    after_.assign(models_.size() + 1, nothing());
    for (std::size_t m = models_.size(); m-- > 0;) after_[m] = joined(after_[m + 1], models_[m]);
  }

  /// Share of time in which the models together ask for more GPUs than the pool has.
  [[nodiscard]] double time_share() const { return before_.back().beyond; }

  /// Probability that a start of the model finds too few free GPUs when nobody is turned away: the others' state as the
  /// arriving request sees it, which is their law without this model (a model that starts is not live itself).
  [[nodiscard]] double overflow(std::size_t model) const { return beyond_pool(model) + without_room(model); }

  /// The same where a start needs its GPUs in one host and the free ones lie at random: `room` is the probability that
  /// some host has room for this model, by the number of GPUs that the others use (`SpreadHosts::room_for`). An upper
  /// estimate, as `overflow`, with all GPUs in one host, is a lower bound; best fit lies between.
  [[nodiscard]] double overflow_on_hosts(std::size_t model, std::span<const double> room) const {
    double sum = beyond_pool(model);
    for (std::size_t n = 0; n <= pool_; ++n) sum += others_use(model, n) * (1.0 - room[n]);
    return sum;
  }

  /// As `overflow` where starts without room are turned away, so that never more than the pool is in use: the law of
  /// the others within the pool (product form, truncated; Engset's call congestion where all are alike).
  [[nodiscard]] double blocking(std::size_t model) const { return without_room(model) / within_pool(model); }

 private:
  /// Probability of each number of GPUs in use up to the pool's, and of more.
  struct Law {
    std::vector<double> used;
    double beyond = 0;
  };

  [[nodiscard]] Law nothing() const {
    Law law{std::vector<double>(pool_ + 1), 0.0};
    law.used[0] = 1.0;
    return law;
  }

  [[nodiscard]] Law joined(const Law& law, const PoolModel& model) const {
    Law out{std::vector<double>(pool_ + 1), law.beyond};
    for (std::size_t n = 0; n <= pool_; ++n) {
      out.used[n] += law.used[n] * (1.0 - model.live_share);
      if (n + model.gpus <= pool_)
        out.used[n + model.gpus] += law.used[n] * model.live_share;
      else
        out.beyond += law.used[n] * model.live_share;
    }
    return out;
  }

  // The law without a model is that of the models before it joined with that of the models after it, so that nothing
  // has to be divided out again.

  /// Probability that the other models use exactly `gpus`.
  [[nodiscard]] double others_use(std::size_t model, std::size_t gpus) const {
    const Law &a = before_[model], &b = after_[model + 1];
    double sum = 0;
    for (std::size_t n = 0; n <= gpus; ++n) sum += a.used[n] * b.used[gpus - n];
    return sum;
  }
  /// Probability that they fit the pool but leave too little for the model.
  [[nodiscard]] double without_room(std::size_t model) const {
    double sum = 0;
    for (std::size_t n = pool_ + 1 - std::min(models_[model].gpus, pool_ + 1); n <= pool_; ++n)
      sum += others_use(model, n);
    return sum;
  }
  [[nodiscard]] double within_pool(std::size_t model) const {
    const Law &a = before_[model], &b = after_[model + 1];
    double sum = 0, at_most = 0;
    for (std::size_t n = pool_ + 1; n-- > 0;) {
      at_most += b.used[pool_ - n];
      sum += a.used[n] * at_most;
    }
    return sum;
  }
  [[nodiscard]] double beyond_pool(std::size_t model) const {
    const Law &a = before_[model], &b = after_[model + 1];
    double sum = a.beyond, more = b.beyond;
    for (std::size_t n = 0; n <= pool_; ++n) {
      sum += a.used[n] * more;
      more += b.used[pool_ - n];
    }
    return sum;
  }

  std::vector<PoolModel> models_;
  std::size_t pool_;
  std::vector<Law> before_, after_;
};

}  // namespace planner::math
