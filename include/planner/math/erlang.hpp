#pragma once
#include <algorithm>
#include <cassert>
#include <cmath>

#include "planner/math/gamma.hpp"

/// Erlang's loss (B) and delay (C) formulas. Load is in erlangs: arrival rate times mean holding time.
/// B holds for any law of the holding time (M/G/c/c), C for exponential ones (M/M/c).
namespace planner::math {

namespace detail {

/// 1/B for a number of servers that grows one by one: I_k = 1 + (k/load) I_{k-1}. All terms are positive, so the
/// recursion is stable; it is rescaled before it overflows, which happens where B falls below 1e-250.
class InverseErlangB {
 public:
  /// Starts at a fraction of a server, 0 <= servers < 1: 1/B(x, a) = a e^a a^{-(x+1)} Gamma(x+1, a)
  /// (Jagers & van Doorn 1986, "On the continued Erlang loss function", eq. 3).
  InverseErlangB(double servers, double load)
      : servers_(servers),
        load_(load),
        inverse_(servers == 0.0 ? 1.0 : load * scaled_upper_gamma(servers + 1.0, load)) {}

  void add_server() {
    servers_ += 1.0;
    inverse_ = one_ + servers_ / load_ * inverse_;
    if (inverse_ > limit) {
      inverse_ /= limit;
      one_ /= limit;
      log_scale_ += std::log(limit);
    }
  }
  [[nodiscard]] double servers() const { return servers_; }
  [[nodiscard]] double log_blocking() const { return -std::log(inverse_) - log_scale_; }
  [[nodiscard]] double blocking() const { return one_ == 1.0 ? 1.0 / inverse_ : std::exp(log_blocking()); }

 private:
  static constexpr double limit = 1e250;
  double servers_, load_, inverse_, one_ = 1.0, log_scale_ = 0.0;
};

inline InverseErlangB inverse_erlang_b(double servers, double load) {
  assert(servers >= 0.0 && load > 0.0);
  const double whole = std::floor(servers);
  InverseErlangB state(servers - whole, load);
  for (double k = 0.0; k < whole; k += 1.0) state.add_server();
  return state;
}

}  // namespace detail

/// Probability that an arrival finds all servers taken and is lost. `servers` >= 0 may be a fraction; load >= 0.
inline double erlang_b(double servers, double load) {
  if (load <= 0.0) return servers > 0.0 ? 0.0 : 1.0;
  return detail::inverse_erlang_b(servers, load).blocking();
}

/// ln B, for blocking far below the smallest double. load > 0.
inline double log_erlang_b(double servers, double load) {
  return detail::inverse_erlang_b(servers, load).log_blocking();
}

namespace detail {

/// B(servers, load) <= `blocking`, for large loads: 1/B = sum over j of servers! / (servers - j)! / load^j, of which about
/// sqrt(load) terms matter; the sum ends where it is long enough.
inline bool blocks_at_most(double blocking, double servers, double load) {
  double term = 1.0, sum = 0.0;
  for (double left = servers; left >= 0.0 && sum * blocking < 1.0; left -= 1.0) {
    sum += term;
    term *= left / load;
    if (left < load && term < 1e-17 * sum) break;
  }
  return sum * blocking >= 1.0;
}

inline int servers_by_bisection(double load, double blocking) {
  double low = 0.0, high = std::ceil(load);
  for (; !blocks_at_most(blocking, high, load); high += std::ceil(4.0 * std::sqrt(load))) low = high;
  while (high - low > 1.0) {
    const double middle = std::floor(0.5 * (low + high));
    (blocks_at_most(blocking, middle, load) ? high : low) = middle;
  }
  return static_cast<int>(high);
}

}  // namespace detail

/// Fewest whole servers with B <= `blocking`, 0 < blocking <= 1. From one server to the next up to a load of 10,000, by
/// bisection beyond: a load of 1e8 takes no longer than one of 1e5.
inline int servers_for_blocking(double load, double blocking) {
  assert(blocking > 0.0);
  constexpr double large = 1e4;
  if (load <= 0.0) return blocking < 1.0 ? 1 : 0;
  if (load > large) return detail::servers_by_bisection(load, blocking);
  detail::InverseErlangB state(0.0, load);
  while (state.blocking() > blocking) state.add_server();
  return static_cast<int>(state.servers());
}

/// The load at which B(servers, load) = `blocking`, 0 < blocking < 1, servers > 0.
/// B grows with the load, dB/da = B (c/a - 1 + B); Newton on ln B over ln a.
inline double load_for_blocking(double servers, double blocking) {
  assert(servers > 0.0 && blocking > 0.0 && blocking < 1.0);
  double log_load = std::log(servers);
  for (int i = 0; i < 200; ++i) {
    const double load = std::exp(log_load), log_b = log_erlang_b(servers, load);
    const double slope = servers - load * -std::expm1(log_b);
    const double step = std::clamp((std::log(blocking) - log_b) / slope, -1.0, 1.0);
    log_load += step;
    if (std::abs(step) < 1e-14) break;
  }
  return std::exp(log_load);
}

/// ln of the probability that an arrival has to wait (M/M/c): C = c B / (c - a (1 - B)); 0 where load >= servers.
inline double log_erlang_c(double servers, double load) {
  if (load >= servers) return 0.0;
  const double log_b = log_erlang_b(servers, load);
  return log_b + std::log(servers) - std::log(servers + load * std::expm1(log_b));
}

/// Probability that an arrival has to wait (M/M/c); 1 where load >= servers: the queue grows without end.
inline double erlang_c(double servers, double load) {
  return load <= 0.0 ? 0.0 : std::exp(log_erlang_c(servers, load));
}

/// Mean wait in units of the mean holding time (M/M/c); infinite where load >= servers.
inline double mean_wait(double servers, double load) {
  return load < servers ? erlang_c(servers, load) / (servers - load) : HUGE_VAL;
}

/// The wait that a share `p` of arrivals stays within, in units of the mean holding time (M/M/c):
/// P(W > t) = C e^{-(c - a) t}.
inline double wait_percentile(double servers, double load, double p) {
  if (load >= servers) return HUGE_VAL;
  return std::max(0.0, (std::log(erlang_c(servers, load)) - std::log1p(-p)) / (servers - load));
}

}  // namespace planner::math
