#pragma once
#include <algorithm>

#include "planner/base/rounding.hpp"
#include "planner/math/simulate/model_pool.hpp"
#include "planner/plan/models/pool_life/contention.hpp"

/// A pool of models on demand as the event simulator plays it.
namespace planner::plan::models {

namespace detail {

inline math::simulate::Law gaps_of(const ServicePlan& s) {
  const double mean = 1 / s.peak_requests_per_s;
  return s.arrivals_scv > 1 ? math::simulate::Law::hyper_exponential(mean, s.arrivals_scv)
                            : math::simulate::Law::exponential(mean);
}

}  // namespace detail

/// The busiest hour: requests that take as long as each other; what is read from one place goes over one link of the
/// host, which carries as many loads as the slowest of its readers allows. Cold starts without room wait.
inline math::simulate::ModelPool system_of(const PoolMembers& pool, double gpus_per_host) {
  math::simulate::ModelPool system;
  double slowdown = 0;
  for (const ServicePlan* s : pool.services) {
    slowdown = std::max(slowdown, s->slowdown);
    system.models.push_back({.gaps = detail::gaps_of(*s),
                             .service = math::simulate::Law::constant(s->service_time->base()),
                             .load = s->load->base(),
                             .link = static_cast<int>(*s->load_from),
                             .timeout = s->idle_timeout->base(),
                             .gpus = static_cast<int>(s->gpus_per_replica),
                             .cold_cost = s->load->base(),
                             .on_link = s->reading ? s->reading->base() : 0,
                             .leaving = s->falls_asleep.value_or(Seconds{}).base()});
  }
  system.links = math::simulate::LinkScope::host;
  system.link_carries = 2 / (1 + slowdown);  // two at a time take 1 + slowdown as long
  system.hosts = std::max(1, static_cast<int>(whole_up(pool.gpus / gpus_per_host)));
  system.gpus_per_host = static_cast<int>(std::min(pool.gpus, gpus_per_host));
  return system;
}

/// Engines asleep wake on whole blocks, which are taken to lie on one host.
inline math::simulate::ModelPool system_of_blocks(const PoolMembers& group, double block) {
  math::simulate::ModelPool system = system_of(group, block);
  system.links = math::simulate::LinkScope::pool;
  return system;
}

}  // namespace planner::plan::models
