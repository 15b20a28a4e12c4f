#include "planner/unit/session_cpu.hpp"

#include <catch2/catch.hpp>

#include "session_facts.hpp"

using namespace session_facts;
using namespace planner::unit;
using catalog::Work;

TEST_CASE("lost throughput costs more CPU than the same share of more CPU") {
  catalog::CpuLoss loss;
  CHECK_FALSE(more_cpu(loss));
  loss.fraction = fact(0.5);
  CHECK(more_cpu(loss) == Approx(0.5));
  loss.kind = catalog::LossKind::less_throughput;
  CHECK(more_cpu(loss) == Approx(1.0));  // half the throughput: twice the CPU
  loss.fraction = fact(1.0);
  CHECK_FALSE(more_cpu(loss));
}

TEST_CASE("a container has no loss, gVisor doubles the cost of system calls") {
  catalog::Boundary plain = container();
  plain.loss[1].fraction = fact(0.05);  // against the bare host
  CHECK(cpu_loss(plain, Work::syscalls, false) == 0.0);
  CHECK_FALSE(cpu_loss(plain, Work::disk, false));
  CHECK(cpu_loss(gvisor(), Work::compute, false) == Approx(0.01));
  CHECK(cpu_loss(gvisor(), Work::syscalls, false) == Approx(1.0));
  CHECK_FALSE(cpu_loss(gvisor(), Work::disk, false));
}

TEST_CASE("a loss against the bare host is brought to a container, as far as its own is measured") {
  catalog::Boundary plain = container(), guest = firecracker(), sentry = gvisor();
  plain.loss[1].fraction = fact(0.02);
  plain.loss[1].kind = catalog::LossKind::less_throughput;
  plain.loss[1].fraction.basis = Basis::measured;
  guest.loss[1].fraction = fact(0.05);
  guest.loss[1].kind = catalog::LossKind::less_throughput;
  sentry.loss[1].baseline = catalog::LossBaseline::container;
  CHECK(cpu_loss(guest, Work::syscalls, false, &plain) == Approx(0.98 / 0.95 - 1.0));
  CHECK(cpu_loss(guest, Work::syscalls, true, &plain) == Approx(0.98 / (0.95 * 0.9) - 1.0));
  CHECK(cpu_loss(sentry, Work::syscalls, false, &plain) == Approx(1.0));  // measured against a container already
  CHECK(cpu_loss(plain, Work::syscalls, false, &plain) == 0.0);
  CHECK(cpu_loss(guest, Work::syscalls, false) == Approx(1.0 / 0.95 - 1.0));

  guest.loss[1].fraction = fact(0.01);
  CHECK(cpu_loss(guest, Work::syscalls, false, &plain) == 0.0);  // nothing is quicker than a container
  plain.loss[1].fraction.basis = Basis::assumed;
  CHECK(cpu_loss(guest, Work::syscalls, false, &plain) == Approx(1.0 / 0.99 - 1.0));
}

TEST_CASE("nesting costs a guest, and only a guest") {
  CHECK(cpu_loss(firecracker(), Work::compute, true) == Approx(1.0 / (0.98 * 0.9) - 1.0));  // 10 % of performance lost
  CHECK(cpu_loss(gvisor(), Work::compute, true) == Approx(0.01));
  catalog::Boundary unknown = firecracker();
  unknown.nested_penalty = {};
  CHECK_FALSE(cpu_loss(unknown, Work::compute, true));
}

TEST_CASE("starting successors is part of a session's CPU") {
  // 1.3 CPU-seconds every 45 seconds are 0.029 of a hardware thread.
  const SessionCpu cpu = session_cpu(0.04 * vcpu, 0.5, 1.3 * (vcpu * second), 45.0 * second);
  CHECK(cpu.work.in(vcpu) == Approx(0.06));
  CHECK(cpu.churn->in(vcpu) == Approx(1.3 / 45.0));
  CHECK(cpu.known().in(vcpu) == Approx(0.06 + 1.3 / 45.0));
  CHECK_FALSE(session_cpu(0.04 * vcpu, 0.5, std::nullopt, 45.0 * second).churn);
}
