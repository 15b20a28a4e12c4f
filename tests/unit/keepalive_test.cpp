#include "planner/math/keepalive.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "planner/math/quadrature.hpp"

using namespace planner::math;

namespace {

/// Uniform in (0, 1), the same on every machine.
double uniform(std::mt19937_64& engine) { return (static_cast<double>(engine() >> 11U) + 0.5) * 0x1p-53; }

/// The life of an on-demand model, request by request.
struct Played {
  double cold = 0, waiting = 0, wait_s = 0, live_share = 0;
  std::vector<double> waits{};
};

Played play(const OnDemand& model, double timeout_s, int requests) {
  std::mt19937_64 engine(5);
  Played out;
  double now = 0, loaded_at = -1, gone_at = -1, up = 0;
  for (int i = 0; i < requests; ++i) {
    now -= std::log(uniform(engine)) / model.rate;
    if (now > gone_at) {
      out.cold += 1, loaded_at = now + model.load_s;
      up += model.load_s, gone_at = loaded_at;
    }
    const double wait = std::max(0.0, loaded_at - now), until = now + wait + model.service_s + timeout_s;
    out.waiting += wait > 0, out.wait_s += wait;
    out.waits.push_back(wait);
    up += std::max(0.0, until - gone_at), gone_at = std::max(gone_at, until);
  }
  out.cold /= requests, out.waiting /= requests, out.wait_s /= requests, out.live_share = up / gone_at;
  return out;
}

template <class Gaps>
void check_by_quadrature(const Gaps& gaps, double t) {
  double sum = 0;
  for (int part = 0; part < 64; ++part)
    sum += integrate<16>([&](double x) { return gaps.tail(x); }, t * part / 64.0, t * (part + 1) / 64.0);
  CHECK(gaps.mean_up_to(t) == Approx(sum).epsilon(1e-9));  // E[min(gap, t)] is the integral of the tail
  CHECK(gaps.mean_up_to(1e9) == Approx(gaps.mean()).epsilon(1e-9));
}

}  // namespace

TEST_CASE("a timeout's cycle against 50-digit values", "[keepalive]") {
  // Rate, service, timeout, load; mean up time, cold starts per second, live share. Computed to 50 digits.
  const double rows[][7] = {
      {0.01, 20, 300, 15, 2368.2530197109349, 0.00040514485022978449, 0.95948551497702155},
      {0.001, 20, 900, 60, 1569.2903899362977, 0.00038921252495121571, 0.61078747504878429},
      {0.01, 0, 300, 0, (1 / 0.049787068367863943 - 1) / 0.01, 0.01 * 0.049787068367863943, 0.95021293163213606},
      {0.0001, 0, 3600, 0, (1 / 0.69767632607103106 - 1) / 0.0001, 0.0001 * 0.69767632607103106, 0.30232367392896894}};
  for (const auto& r : rows) {
    const KeepAliveCycle cycle({r[0], r[1], r[3]}, r[2]);
    CHECK(cycle.up_s() == Approx(r[4]).epsilon(1e-12));
    CHECK(cycle.cold_starts_per_s() == Approx(r[5]).epsilon(1e-12));
    CHECK(cycle.live_share() == Approx(r[6]).epsilon(1e-12));
  }
  CHECK(KeepAliveCycle({0.01, 20, 15}, for_ever).live_share() == 1.0);
  CHECK(KeepAliveCycle({0.01, 20, 15}, for_ever).cold_fraction() == 0.0);
}

TEST_CASE("a timeout's cycle against playing it request by request", "[keepalive]") {
  for (const OnDemand& model : {OnDemand{0.02, 10, 30}, OnDemand{0.005, 20, 200}})
    for (const double timeout : {0.0, 60.0}) {
      CAPTURE(model.rate, timeout);
      Played played = play(model, timeout, 400'000);
      const KeepAliveCycle cycle(model, timeout);
      CHECK(cycle.cold_fraction() == Approx(played.cold).epsilon(0.01));
      CHECK(cycle.waiting_fraction() == Approx(played.waiting).epsilon(0.01));
      CHECK(cycle.mean_wait_s() == Approx(played.wait_s).epsilon(0.01));
      CHECK(cycle.live_share() == Approx(played.live_share).epsilon(0.01));
      std::sort(played.waits.begin(), played.waits.end());
      for (const double q : {0.5, 0.8, 0.99})
        CHECK(cycle.wait_quantile_s(q) ==
              Approx(played.waits[static_cast<std::size_t>(q * 400'000)]).margin(0.01 * model.load_s));
    }
}

TEST_CASE("waits among the requests that wait", "[keepalive]") {
  const KeepAliveCycle cycle({0.01, 5, 100}, 60);  // one waits 100 s, one on average arrives meanwhile
  CHECK(cycle.wait_quantile_given_wait_s(0.25) == Approx(50));
  CHECK(cycle.wait_quantile_given_wait_s(0.5) == Approx(100));
  CHECK(cycle.wait_quantile_given_wait_s(0.99) == 100);
  CHECK(wait_per_cold_start(0.01, 100) == Approx(150));
}

TEST_CASE("law: under Poisson arrivals the best timeout is nothing or for ever", "[keepalive]") {
  const KeepAlivePrices price{0.001, 0.02 / 60, 0.005};
  const double load = 45, even = break_even_rate(load, price);
  CHECK(even < price.hold / (price.wait * load));
  for (const double factor : {0.05, 0.5, 0.99, 1.01, 2.0, 5.0}) {
    const OnDemand model{factor * even, 10, load};
    const double never = keep_alive_cost(model, price, 0), always = keep_alive_cost(model, price, for_ever);
    CHECK(always == Approx(price.hold));
    CHECK((never < always) == (factor < 1));
    double before = never;
    for (const double timeout : {10.0, 60.0, 300.0, 3600.0}) {
      const double cost = keep_alive_cost(model, price, timeout);
      CHECK((factor < 1 ? cost >= before : cost <= before));
      before = cost;
    }
  }
  const OnDemand model{even, 10, load};
  for (const double timeout : {0.0, 60.0, 3600.0})
    CHECK(keep_alive_cost(model, price, timeout) == Approx(price.hold).epsilon(1e-12));
  CHECK(break_even_rate(load, {0.001, 0, 0}) == for_ever);
  CHECK(break_even_rate(0, {0.001, 0.02, 0.5}) == Approx(0.002));
}

TEST_CASE("the cost of a timeout is holding, waiting and cold starts of its cycle", "[keepalive]") {
  const KeepAlivePrices price{0.002, 0.0003, 0.01};
  for (const double timeout : {0.0, 30.0, 600.0}) {
    const OnDemand model{0.004, 12, 80};
    const KeepAliveCycle cycle(model, timeout);
    const double parts = price.hold * cycle.live_share() + price.wait * model.rate * cycle.mean_wait_s() +
                         price.cold_start * cycle.cold_starts_per_s();
    CHECK(keep_alive_cost(model, price, timeout) == Approx(parts).epsilon(1e-12));
  }
}

TEST_CASE("gap laws: means up to a time by quadrature, moments of the bursty one", "[keepalive]") {
  check_by_quadrature(ExponentialGaps{0.01}, 250);
  for (const double variation : {1.0, 4.0, 25.0}) {
    const auto gaps = HyperExponentialGaps::with_variation(0.01, variation);
    check_by_quadrature(gaps, 250);
    CHECK(gaps.mean() == Approx(100));
    const double second = 2 * gaps.share / std::pow(gaps.often, 2) + 2 * (1 - gaps.share) / std::pow(gaps.seldom, 2);
    CHECK(second / (100 * 100) - 1 == Approx(variation));
    CHECK(gaps.hazard(40) == Approx((gaps.tail(39.999) - gaps.tail(40.001)) / 0.002 / gaps.tail(40)).epsilon(1e-5));
  }
  const EmpiricalGaps observed({30, 10, 20});
  CHECK(observed.tail(10) == Approx(2.0 / 3));
  CHECK(observed.mean_up_to(15) == Approx(40.0 / 3));
  CHECK(observed.mean_up_to(for_ever) == Approx(20));
}

TEST_CASE("the best timeout of bursty gaps is where the hazard pays no more", "[keepalive]") {
  const auto gaps = HyperExponentialGaps::with_variation(1.0 / 600, 9);
  const double service = 5, hold = 0.001;
  for (const double cold : {0.01, 0.1, 0.3, 0.5, 5.0}) {
    CAPTURE(cold);
    const double best = best_timeout(gaps, service, hold, cold);
    const double least = cost_per_request(gaps, service, hold, cold, best);
    for (double timeout = 0; timeout < 20'000; timeout += 7)
      CHECK(least <= cost_per_request(gaps, service, hold, cold, timeout) + 1e-12);
    CHECK(least <= cost_per_request(gaps, service, hold, cold, for_ever) + 1e-12);
  }
  CHECK(best_timeout(gaps, service, hold, 0.01) == 0);
  CHECK(best_timeout(gaps, service, hold, 10) == for_ever);
  CHECK(best_timeout(ExponentialGaps{0.1}, service, hold, 0.011) == for_ever);
  CHECK(best_timeout(ExponentialGaps{0.1}, service, hold, 0.009) == 0);
}

TEST_CASE("the best timeout of observed gaps is the best of all, and that of their law in the long run",
          "[keepalive]") {
  const auto law = HyperExponentialGaps::with_variation(1.0 / 600, 9);
  std::mt19937_64 engine(9);
  std::vector<double> gaps;
  for (int i = 0; i < 20'000; ++i) {
    const double rate = uniform(engine) < law.share ? law.often : law.seldom;
    gaps.push_back(-std::log(uniform(engine)) / rate);
  }
  const EmpiricalGaps observed(gaps);
  const double service = 5, hold = 0.001, cold = 0.5, best = best_timeout(observed, service, hold, cold);
  const double least = cost_per_request(observed, service, hold, cold, best);
  for (double timeout = 0; timeout < 20'000; timeout += 3)
    CHECK(least <= cost_per_request(observed, service, hold, cold, timeout));
  const double of_law = best_timeout(law, service, hold, cold);
  CHECK(cost_per_request(law, service, hold, cold, best) ==
        Approx(cost_per_request(law, service, hold, cold, of_law)).epsilon(0.01));
}
