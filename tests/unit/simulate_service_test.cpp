#include <catch2/catch.hpp>
#include <numeric>

#include "planner/math/binomial.hpp"
#include "planner/math/erlang.hpp"
#include "planner/math/poisson.hpp"
#include "planner/math/root.hpp"
#include "planner/math/simulate/service_system.hpp"
#include "planner/math/simulate/shared_link.hpp"
#include "support/oracle.hpp"

using namespace planner::math;
using namespace planner::math::simulate;

namespace {

/// `figures_of(ServiceFigures)` over twenty replications that observe `arrivals` arrivals each.
template <class F>
std::vector<Interval> played(const ServiceSystem& system, double length, F&& figures_of) {
  return replicate(oracle::twenty, [&](std::uint64_t r) {
    return figures_of(ServicePlay(system, {.replication = r, .warm_up = 0.2 * length, .length = length}).play());
  });
}

ServiceSystem queue(Law gaps, Law service, int servers, double late_after = 0.0) {
  return {{{std::move(gaps), std::move(service)}}, servers, true, late_after};
}

std::vector<double> waits(const ServiceFigures& f) { return {f.classes[0].late_share(), f.classes[0].mean_wait()}; }

}  // namespace

TEST_CASE("M/M/c: share that waits, mean wait, tail of the wait", "[simulate]") {
  const double servers = 5, load = 3;  // C = 0.23615160349854227
  const auto now = played(queue(Law::exponential(1 / load), Law::exponential(1), 5), 6000, waits);
  oracle::check(now[0], erlang_c(servers, load));
  oracle::check(now[1], mean_wait(servers, load), 0.1);
  const double tail = erlang_c(servers, load) * std::exp(-(servers - load) * 0.5);
  oracle::check(played(queue(Law::exponential(1 / load), Law::exponential(1), 5, 0.5), 6000, waits)[0], tail, 0.1);
}

TEST_CASE("M/G/1: the mean wait of Pollaczek and Khinchine", "[simulate]") {
  const double load = 0.5;
  for (const auto& [service, scv] : {std::pair(Law::constant(1), 0.0), std::pair(Law::lognormal(1, 0.5), 0.5),
                                     std::pair(Law::hyper_exponential(1, 3), 3.0)}) {
    const double exact = load * (1.0 + scv) / (2.0 * (1.0 - load));
    oracle::check(played(queue(Law::exponential(1 / load), service, 1), 20'000, waits)[1], exact, 0.08);
  }
}

TEST_CASE("M/D/c: Crommelin's mean wait", "[simulate][slow]") {
  // E[Wq]/D at 2 and 5 servers and 80 % utilisation, from Crommelin's series (1932) in 50 digits.
  oracle::check(played(queue(Law::exponential(1 / 1.6), Law::constant(1), 2), 12'000, waits)[1], 0.90328387941667495,
                0.08);
  oracle::check(played(queue(Law::exponential(1 / 4.0), Law::constant(1), 5), 6'000, waits)[1], 0.28906000726266831,
                0.08);
}

TEST_CASE("GI/M/1: bursts of arrivals", "[simulate]") {
  // The share that waits solves s = E[e^{-(1-s) T}] over gaps T of mean 2 and variation 4, service of mean 1.
  const double p = 0.5 * (1.0 + std::sqrt(3.0 / 5.0)), fast = p, slow = 1.0 - p;  // phase rates 2p/2 and 2(1-p)/2
  const auto excess = [&](double s) { return p * fast / (fast + 1.0 - s) + (1.0 - p) * slow / (slow + 1.0 - s) - s; };
  const double share = find_root(excess, 1e-9, 0.999, 1e-13);
  const auto simulated = played(queue(Law::hyper_exponential(2, 4), Law::exponential(1), 1), 30'000, waits);
  oracle::check(simulated[0], share);
  oracle::check(simulated[1], share / (1.0 - share), 0.1);
}

TEST_CASE("M/G/c/c: blocking is Erlang's for every law of the service", "[simulate][slow]") {
  for (const Law& service :
       {Law::exponential(1), Law::constant(1), Law::lognormal(1, 2), Law::hyper_exponential(1, 4)}) {
    const ServiceSystem system{{{Law::exponential(1.0 / 5.0), service}}, 10};
    const auto simulated = played(system, 6'000, [](const ServiceFigures& f) -> std::vector<double> {
      return {f.classes[0].blocked_share(), f.busy};
    });
    oracle::check(simulated[0], 0.018384570336648133, 0.1);  // B(10, 5) in 50 digits
    oracle::check(simulated[1], 5.0 * (1.0 - 0.018384570336648133), 0.02);
  }
}

TEST_CASE("several classes of several sizes: Kaufman and Roberts, for every law", "[simulate]") {
  const ServiceSystem system{
      {{Law::exponential(1.0 / 2.0), Law::lognormal(1, 2), 1}, {Law::exponential(1.0), Law::constant(1), 2}}, 5};
  const auto simulated = played(system, 10'000, [](const ServiceFigures& f) -> std::vector<double> {
    return {f.classes[0].blocked_share(), f.classes[1].blocked_share(), f.busy};
  });
  const double small = 0.17218543046357616, large = 0.38189845474613687;  // the recursion in 50 digits
  oracle::check(simulated[0], small);
  oracle::check(simulated[1], large);
  oracle::check(simulated[2], 2.0 * (1.0 - small) + 2.0 * (1.0 - large), 0.02);
}

TEST_CASE("finite sources: Engset's call congestion, for every law", "[simulate][slow]") {
  for (const Law& service : {Law::exponential(0.5), Law::constant(0.5)}) {
    const ServiceSystem system{{{Law::exponential(1), service, 1, 10}}, 5};
    const auto simulated = played(
        system, 4'000, [](const ServiceFigures& f) -> std::vector<double> { return {f.classes[0].blocked_share()}; });
    oracle::check(simulated[0], 0.10696095076400679);  // 10 sources, 5 servers, offered 0.5 each; 50 digits
  }
}

TEST_CASE("machine repair: the birth and death chain", "[simulate]") {
  constexpr int machines = 8, crews = 2;
  const double fails = 0.1, repairs = 0.5;
  std::vector<double> weight{1.0};
  for (int down = 0; down < machines; ++down)
    weight.push_back(weight.back() * (machines - down) * fails / (std::min(down + 1, crews) * repairs));
  const double all = std::accumulate(weight.begin(), weight.end(), 0.0);
  const ServiceSystem system{
      {{Law::exponential(1 / fails), Law::exponential(1 / repairs), 1, machines}}, crews, true, 0.0, 2};
  const auto simulated = played(system, 20'000, [](const ServiceFigures& f) -> std::vector<double> {
    return {f.within, f.busy};
  });
  oracle::check(simulated[0], (weight[0] + weight[1] + weight[2]) / all);
  double busy = 0.0;
  for (int down = 0; down <= machines; ++down)
    busy += std::min(down, crews) * weight[static_cast<std::size_t>(down)] / all;
  oracle::check(simulated[1], busy);
}

TEST_CASE("k of n: hosts that are repaired side by side, for every law of the repair", "[simulate]") {
  for (const Law& repair : {Law::exponential(50), Law::constant(50), Law::lognormal(50, 2)}) {
    const ServiceSystem system{{{Law::exponential(450), repair, 1, 20}}, 20, true, 0.0, 4};
    const auto simulated =
        played(system, 100'000, [](const ServiceFigures& f) -> std::vector<double> { return {f.within}; });
    oracle::check(simulated[0], binomial_tail(16, 20, 0.9), 0.02);
  }
}

TEST_CASE("M/G/inf: occupancy is Poisson, for every law", "[simulate][slow]") {
  for (const Law& service : {Law::constant(1), Law::lognormal(1, 2)}) {
    const ServiceSystem system{{{Law::exponential(0.1), service}}, 1000, false, 0.0, 12};
    const auto simulated =
        played(system, 2'000, [](const ServiceFigures& f) -> std::vector<double> { return {f.within}; });
    oracle::check(simulated[0], 1.0 - poisson_tail(13, 10.0));
  }
}

TEST_CASE("Little's law holds inside a run, and a run repeats itself", "[simulate]") {
  const ServiceSystem system = queue(Law::hyper_exponential(0.25, 4), Law::lognormal(1, 1), 5);
  const Run run{.warm_up = 1'000, .length = 50'000};
  const ServiceFigures f = ServicePlay(system, run).play();
  CHECK(f.waiting == Approx(f.classes[0].arrivals / run.length * f.classes[0].mean_wait()).epsilon(1e-3));
  CHECK(f.busy == Approx(4.0).epsilon(0.03));
  CHECK(ServicePlay(system, run).play().classes[0].wait == f.classes[0].wait);
}

TEST_CASE("with common seeds another server never makes anybody wait longer", "[simulate]") {
  double before = HUGE_VAL;
  for (const int servers : {5, 6, 7, 9}) {
    const ServiceSystem system = queue(Law::exponential(0.25), Law::lognormal(1, 1), servers);
    const double wait = ServicePlay(system, {.warm_up = 0, .length = 5'000}).play().classes[0].wait;
    CHECK(wait <= before);
    before = wait;
  }
}

TEST_CASE("M/G/1 with processor sharing: the mean stay depends on the mean size alone", "[simulate][slow]") {
  const double load = 0.6;
  for (const Law& size : {Law::exponential(1), Law::constant(1), Law::lognormal(1, 3)}) {
    const auto simulated = replicate(oracle::twenty, [&](std::uint64_t r) -> std::vector<double> {
      Source gaps(Law::exponential(1 / load), Stream(1, r, 0)), sizes(size, Stream(1, r, 1));
      SharedLink link;
      std::vector<double> started;
      double stay = 0.0, ended = 0.0, arrival = gaps.draw();
      while (ended < 12'000) {
        if (arrival < link.next_end()) {
          started.push_back(arrival);
          link.start(arrival, sizes.draw(), static_cast<std::uint32_t>(started.size() - 1));
          arrival += gaps.draw();
        } else {
          const double now = link.next_end();
          stay += now - started[link.finish(now)];
          ++ended;
        }
      }
      return {stay / ended};
    });
    oracle::check(simulated[0], 1.0 / (1.0 - load), 0.08);
  }
}
