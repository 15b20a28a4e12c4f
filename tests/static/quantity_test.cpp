// Mixing dimensions must not compile. Written as concepts, so that the negative cases are checked at compile time.
#include <catch2/catch.hpp>

#include "planner/base/rounding.hpp"
#include "planner/base/units.hpp"

using namespace planner;
using namespace planner::units;

namespace {
template <class A, class B>
concept addable = requires(A a, B b) { a + b; };
template <class A, class B>
concept subtractable = requires(A a, B b) { a - b; };
template <class A, class B>
concept comparable = requires(A a, B b) { a < b; };
template <class A, class B>
concept readable_in = requires(A a, B b) { a.in(b); };
template <class A, class B>
concept assignable = requires(A a, B b) { a = b; };
template <class A, class B>
concept same = __is_same(A, B);

static_assert(addable<Bytes, Bytes> && comparable<Seconds, Seconds> && readable_in<Bytes, Bytes>);
static_assert(!addable<Bytes, Seconds> && !addable<Bytes, double> && !addable<double, Bytes>);
static_assert(!subtractable<Hosts, Gpus> && !subtractable<Sessions, Requests>);
static_assert(!comparable<Bytes, double> && !comparable<Usd, UsdPerTime>);
static_assert(!readable_in<Bytes, Seconds> && !readable_in<Vcpus, VcpuSeconds>);
static_assert(!assignable<Bytes, double> && !assignable<double, Bytes>);

// A session's memory times sessions is memory; memory over memory per session is sessions.
static_assert(same<decltype(BytesPerSession{} * Sessions{}), Bytes>);
static_assert(same<decltype(Bytes{} / BytesPerSession{}), Sessions>);
static_assert(same<decltype(Bytes{} / Bytes{}), double>);
static_assert(same<decltype(VcpuSeconds{} / Seconds{}), Vcpus>);
static_assert(same<decltype(1.0 / Seconds{}), PerSecond>);

static_assert(sizeof(Bytes) == sizeof(double));
static_assert((2.0 * GiB).in(MiB) == 2048.0);
static_assert((1.0 * GB).base() == 1e9 && (1.0 * GiB).base() == 1073741824.0);
static_assert(8.0 * Gbit_per_s == GB_per_s);
static_assert((1.0 * kWh).in(joule) == 3.6e6);
}  // namespace

TEST_CASE("whole things are rounded with one tolerance") {
  CHECK(whole_up(52.0000000001) == 52.0);
  CHECK(whole_up(52.001) == 53.0);
  CHECK(whole_down(51.9999999999) == 52.0);
  CHECK(whole_down(51.99) == 51.0);
  CHECK(whole_up(0.0) == 0.0);
  CHECK(whole_up(2.5 * host).in(host) == 3.0);
}
