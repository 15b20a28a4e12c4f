#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "planner/math/simulate/model_pool_play.hpp"
#include "planner/math/simulate/replicate.hpp"

namespace planner::math::simulate {

/// What a pool of models does to one of them. Times are in the unit of its laws.
struct ModelEstimate {
  Interval cold_fraction, overflow_probability;  ///< of requests; of cold starts
  Interval mean_wait, wait_p99;                  ///< over all requests
  Interval wait_given_cold_p99;                  ///< over the requests that waited for a load or for room
  Interval live;                                 ///< share of time that a replica loads or is ready
};

struct PoolEstimate {
  std::vector<ModelEstimate> models;
  Interval overflow_probability;     ///< of all cold starts together
  Interval overflow_time;            ///< share of time that a cold start waits for room
  Interval live_gpus, claimed_gpus;  ///< held; of those, loading or busy
  std::uint64_t events = 0;
};

/// A run in which about `requests` are observed. What it drops first is as long as the longest of twenty mean gaps,
/// loads and finite timeouts of any model (assumed to be enough to settle), but no longer than a hundred times what is
/// observed (assumed): a model that is asked that seldom is hardly in the way of the others.
inline Run run_of(const ModelPool& pool, double requests, std::uint64_t seed = 1) {
  double rate = 0.0, settles = 0.0;
  for (const PooledModel& m : pool.models) {
    rate += 1.0 / m.gaps.mean();
    settles = std::max({settles, m.gaps.mean(), m.load, m.service.mean()});
    if (m.timeout < std::numeric_limits<double>::infinity()) settles = std::max(settles, m.timeout);
  }
  const double length = requests / rate;
  return {.seed = seed, .warm_up = std::min(20.0 * settles, 100.0 * length), .length = length};
}

namespace detail {

inline double overflow_of_all(const PoolFigures& f) {
  double cold = 0.0, overflowed = 0.0;
  for (const ModelFigures& m : f.models) {
    cold += m.cold;
    overflowed += m.overflowed;
  }
  return cold > 0.0 ? overflowed / cold : 0.0;
}

inline void append(const ModelFigures& m, std::vector<double>& figures) {
  const bool seen = m.requests > 0.0;
  for (const double x : {seen ? m.cold_fraction() : 0.0, m.overflow_probability(), seen ? m.mean_wait() : 0.0,
                         m.wait_percentile(0.99), m.wait_percentile_of_waiting(0.99), m.live})
    figures.push_back(x);
}

}  // namespace detail

/// Plays a pool of models again and again. `run` gives seed, warm-up and length; its replication is counted up.
inline PoolEstimate estimate(const ModelPool& pool, Run run, const Replications& replications = {}) {
  PoolEstimate result;
  const std::vector<Interval> found = replicate(replications, [&](std::uint64_t r) {
    run.replication = r;
    const PoolFigures f = ModelPoolPlay(pool, run).play();
    result.events += f.events;
    std::vector<double> figures{detail::overflow_of_all(f), f.overflow_time, f.live_gpus, f.claimed_gpus};
    for (const ModelFigures& m : f.models) detail::append(m, figures);
    return figures;
  });
  auto next = found.begin();
  for (Interval* i : {&result.overflow_probability, &result.overflow_time, &result.live_gpus, &result.claimed_gpus})
    *i = *next++;
  result.models.resize(pool.models.size());
  for (ModelEstimate& m : result.models)
    for (Interval* i :
         {&m.cold_fraction, &m.overflow_probability, &m.mean_wait, &m.wait_p99, &m.wait_given_cold_p99, &m.live})
      *i = *next++;
  return result;
}

}  // namespace planner::math::simulate
