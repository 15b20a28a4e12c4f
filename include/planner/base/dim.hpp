#pragma once
#include <cstdint>

namespace planner {

/// Exponents of the planner's base dimensions. A structural type, so that it can be a template argument.
/// `vcpu` counts hardware threads: a CPU-second is `vcpu * second`.
struct Dim {
  std::int8_t byte{}, second{}, usd{}, joule{}, flop{}, token{}, request{};
  std::int8_t session{}, vcpu{}, gpu{}, host{}, replica{};
  friend constexpr bool operator==(const Dim&, const Dim&) = default;
};

namespace detail {
constexpr std::int8_t plus(int a, int b) { return static_cast<std::int8_t>(a + b); }
}  // namespace detail

constexpr Dim operator-(Dim a) {
  using detail::plus;
  return {plus(0, -a.byte),    plus(0, -a.second),  plus(0, -a.usd),  plus(0, -a.joule),
          plus(0, -a.flop),    plus(0, -a.token),   plus(0, -a.request), plus(0, -a.session),
          plus(0, -a.vcpu),    plus(0, -a.gpu),     plus(0, -a.host), plus(0, -a.replica)};
}

constexpr Dim operator+(Dim a, Dim b) {
  using detail::plus;
  return {plus(a.byte, b.byte),       plus(a.second, b.second), plus(a.usd, b.usd),   plus(a.joule, b.joule),
          plus(a.flop, b.flop),       plus(a.token, b.token),   plus(a.request, b.request),
          plus(a.session, b.session), plus(a.vcpu, b.vcpu),     plus(a.gpu, b.gpu),   plus(a.host, b.host),
          plus(a.replica, b.replica)};
}

constexpr Dim operator-(Dim a, Dim b) { return a + -b; }

inline constexpr Dim dimensionless{};

}  // namespace planner
