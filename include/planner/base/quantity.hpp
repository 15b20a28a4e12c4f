#pragma once
#include <compare>

#include "planner/base/dim.hpp"

namespace planner {

/// A number with a dimension, held in base units (bytes, seconds, USD, ...). Mixing dimensions does not compile.
/// Made only from unit constants (`3.0 * units::GiB`) and read only in a unit (`q.in(units::MiB)`).
template <Dim D>
class Quantity {
 public:
  static constexpr Dim dim = D;

  constexpr Quantity() = default;
  static constexpr Quantity from_base(double value) {
    Quantity q;
    q.value_ = value;
    return q;
  }

  /// The number in base units: for arithmetic that has already been checked, traces and files.
  [[nodiscard]] constexpr double base() const { return value_; }
  /// How many of `unit` this is.
  [[nodiscard]] constexpr double in(Quantity unit) const { return value_ / unit.value_; }

  constexpr Quantity& operator+=(Quantity o) {
    value_ += o.value_;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity o) {
    value_ -= o.value_;
    return *this;
  }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return from_base(a.value_ + b.value_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return from_base(a.value_ - b.value_); }
  friend constexpr Quantity operator-(Quantity a) { return from_base(-a.value_); }
  friend constexpr Quantity operator*(double k, Quantity q) { return from_base(k * q.value_); }
  friend constexpr Quantity operator*(Quantity q, double k) { return from_base(q.value_ * k); }
  friend constexpr Quantity operator/(Quantity q, double k) { return from_base(q.value_ / k); }
  friend constexpr auto operator<=>(Quantity, Quantity) = default;

 private:
  double value_ = 0.0;
};

/// Products and quotients combine dimensions; where everything cancels the result is a plain `double`.
template <Dim A, Dim B>
constexpr auto operator*(Quantity<A> a, Quantity<B> b) {
  if constexpr (A + B == dimensionless) {
    return a.base() * b.base();
  } else {
    return Quantity<A + B>::from_base(a.base() * b.base());
  }
}

template <Dim A, Dim B>
constexpr auto operator/(Quantity<A> a, Quantity<B> b) {
  if constexpr (A - B == dimensionless) {
    return a.base() / b.base();
  } else {
    return Quantity<A - B>::from_base(a.base() / b.base());
  }
}

template <Dim B>
constexpr auto operator/(double k, Quantity<B> b) {
  return Quantity<-B>::from_base(k / b.base());
}

using Bytes = Quantity<Dim{.byte = 1}>;
using Seconds = Quantity<Dim{.second = 1}>;
using PerSecond = Quantity<Dim{.second = -1}>;
using Usd = Quantity<Dim{.usd = 1}>;
using UsdPerTime = Quantity<Dim{.second = -1, .usd = 1}>;
using UsdPerByteTime = Quantity<Dim{.byte = -1, .second = -1, .usd = 1}>;
using Joules = Quantity<Dim{.joule = 1}>;
using Watts = Quantity<Dim{.second = -1, .joule = 1}>;
using UsdPerEnergy = Quantity<Dim{.usd = 1, .joule = -1}>;
using Flops = Quantity<Dim{.flop = 1}>;
using FlopsPerSecond = Quantity<Dim{.second = -1, .flop = 1}>;
using BytesPerSecond = Quantity<Dim{.byte = 1, .second = -1}>;
using SecondsPerByte = Quantity<Dim{.byte = -1, .second = 1}>;
using Tokens = Quantity<Dim{.token = 1}>;
using TokensPerSecond = Quantity<Dim{.second = -1, .token = 1}>;
using TokensPerRequest = Quantity<Dim{.token = 1, .request = -1}>;
using BytesPerToken = Quantity<Dim{.byte = 1, .token = -1}>;
using Requests = Quantity<Dim{.request = 1}>;
using RequestsPerSecond = Quantity<Dim{.second = -1, .request = 1}>;
using Sessions = Quantity<Dim{.session = 1}>;
using SessionsPerSecond = Quantity<Dim{.second = -1, .session = 1}>;
using SessionsPerHost = Quantity<Dim{.session = 1, .host = -1}>;
using BytesPerSession = Quantity<Dim{.byte = 1, .session = -1}>;
using Vcpus = Quantity<Dim{.vcpu = 1}>;
using VcpuSeconds = Quantity<Dim{.second = 1, .vcpu = 1}>;
using Gpus = Quantity<Dim{.gpu = 1}>;
using Hosts = Quantity<Dim{.host = 1}>;
using Replicas = Quantity<Dim{.replica = 1}>;

}  // namespace planner
