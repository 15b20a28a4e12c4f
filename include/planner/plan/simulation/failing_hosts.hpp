#pragma once
#include <string>
#include <vector>

#include "planner/math/headroom.hpp"
#include "planner/math/simulate/service_system.hpp"
#include "planner/plan/simulation/playing.hpp"

/// Hosts that fail and are repaired, against those that are kept for it.
namespace planner::plan::detail {

/// So many hosts must be up, and so many are kept for those under repair.
struct FailingHosts {
  std::string subject;
  int needed = 0, spare = 0;
  double mtbf = 0, repair = 0;  ///< hours
};

/// Exponential lives and lognormal repairs of variation 1 (assumed; the formula holds for every law of the repair). All
/// hosts are up at the start; ten repair times let them settle.
inline void play_failures(Playing& playing, const FailingHosts& hosts) {
  using namespace math::simulate;
  const int all = hosts.needed + hosts.spare;
  const ServiceSystem system{
      {{Law::exponential(hosts.mtbf), Law::lognormal(hosts.repair, 1.0), 1, all}}, all, true, 0.0, hosts.spare};
  const double up = math::availability(hosts.mtbf, hosts.repair);
  constexpr double events_per_failure = 2.0;
  const double length = playing.events_per_run() / events_per_failure * (hosts.mtbf + hosts.repair) / all;
  const std::vector<Prediction> predictions{
      {hosts.subject, "hosts_up", all * up},
      {hosts.subject, "too_few_hosts", 1.0 - math::binomial_tail(hosts.needed, all, up)}};
  playing.play(predictions, [&](std::uint64_t r) {
    const ServiceFigures f = ServicePlay(system, {playing.inputs().seed, r, 10.0 * hosts.repair, length}).play();
    return Played{{all - f.busy, 1.0 - f.within}, f.events};
  });
}

}  // namespace planner::plan::detail
