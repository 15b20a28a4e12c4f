#include "planner/unit/host_limits.hpp"

#include <catch2/catch.hpp>

#include "session_facts.hpp"

using namespace session_facts;
using namespace planner::unit;

namespace {

catalog::PlatformLimits linux_limits() {
  catalog::PlatformLimits l;
  l.pids = fact(32768.0);
  l.ports_per_bridge = fact(1023.0);
  l.pods_per_node = fact(110.0);
  l.ips_per_range = fact(254.0);
  return l;
}

catalog::Host metal() {
  catalog::Host h;
  h.vcpus = fact(192.0 * vcpu);
  h.max_ips = fact(737.0);
  return h;
}

catalog::Boundary microvm() {
  catalog::Boundary b = firecracker();
  b.objects.processes = fact(2.0);
  b.objects.threads_per_vcpu = fact(1.0);
  b.objects.taps = fact(1.0);
  return b;
}

std::optional<HostFit> fit(const PlatformChoice& choice) {
  const catalog::Boundary b = microvm();
  return sessions_per_host(objects_of_session(b, 0.25 * vcpu), object_limits(linux_limits(), b, metal(), choice));
}

}  // namespace

TEST_CASE("what binds depends on network, orchestrator and policy") {
  CHECK(fit({})->binding == HostResource::processes);
  CHECK(fit({})->sessions == std::floor(32768.0 / 3.0));
  CHECK(fit({.network = Network::bridge})->sessions == 1023);
  CHECK(fit({.network = Network::bridge})->binding == HostResource::ports);
  CHECK(fit({.network = Network::vpc_ip})->sessions == 737);
  CHECK(fit({.kubernetes = true})->sessions == 110);
  CHECK(fit({.kubernetes = true})->binding == HostResource::pods);
  CHECK(fit({.kubernetes = true, .max_sessions = 50})->binding == HostResource::sessions);
}

TEST_CASE("a guest has whole vCPUs, and a thread for each") {
  const catalog::Boundary b = microvm();
  CHECK(*objects_of_session(b, 0.25 * vcpu)[HostResource::processes] == 3);
  CHECK(*objects_of_session(b, 1.3 * vcpu)[HostResource::processes] == 4);
  CHECK_FALSE(objects_of_session(gvisor(), 1.3 * vcpu)[HostResource::processes]);  // not published
}

TEST_CASE("unknown amounts do not bind") {
  HostAmounts use, limit;
  use[HostResource::memory] = 3.0;
  CHECK_FALSE(sessions_per_host(use, limit));
  limit[HostResource::memory] = 10.0;
  limit[HostResource::files] = 1.0;
  CHECK(sessions_per_host(use, limit)->sessions == 3);
  use[HostResource::cpu] = 0.1;
  limit[HostResource::cpu] = 0.3;  // three times a tenth is three tenths
  CHECK(sessions_within(use, limit, HostResource::cpu) == 3.0);
  CHECK(sessions_per_host(use, limit)->binding == HostResource::memory);
}

TEST_CASE("the kernel raises its limit of processes with the threads of the host") {
  catalog::PlatformLimits limits = linux_limits();
  limits.pids_per_cpu = fact(1024.0);
  CHECK(process_limit(limits, metal()) == 192.0 * 1024);
  CHECK(process_limit(limits, {}) == 32768.0);
}

TEST_CASE("a hard limit of the technique counts as one of sessions") {
  catalog::Boundary sev = microvm();
  sev.max_per_host = fact(509.0);
  CHECK(*object_limits(linux_limits(), sev, metal(), {.max_sessions = 1000})[HostResource::sessions] == 509);
}

TEST_CASE("the start rate limits how many short sessions a host can turn over") {
  const catalog::Boundary kata = kata_qemu();
  const auto n = sessions_within_start_rate(kata.start, StartKind::cold, 104.0 * vcpu, 45.0 * second);
  REQUIRE(n);
  const auto ceiling = [&](double held) { return *start_ceiling(kata.start, StartKind::cold, 104.0 * vcpu, held); };
  CHECK(*n / (45.0 * second) <= ceiling(*n));
  CHECK((*n + 1.0) / (45.0 * second) > ceiling(*n + 1.0));
  CHECK(sessions_within_start_rate(kata.start, StartKind::cold, 104.0 * vcpu, 90.0 * second) > n);
  CHECK_FALSE(sessions_within_start_rate(firecracker().start, StartKind::cold, 104.0 * vcpu, 45.0 * second));
}
