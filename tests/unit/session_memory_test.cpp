#include "planner/unit/session_memory.hpp"

#include <catch2/catch.hpp>
#include <tuple>

#include "session_facts.hpp"

using namespace session_facts;
using namespace planner::unit;

namespace {

double overhead_mib(const catalog::Boundary& b, const MemoryNeed& need) {
  return session_memory(b, need)->overhead.total().in(MiB);
}

}  // namespace

TEST_CASE("overhead grows with guest memory as the published series of 1,000 pods") {
  // RunD ATC'22 artifact, mem_kata.csv: KiB of PSS per pod, without the shim; guests are the label plus 200 MiB.
  const auto [label, kib] = GENERATE(table<double, double>(
      {{128, 147780}, {256, 150145}, {512, 155365}, {1024, 165587}, {2048, 185233}, {4096, 223339}}));
  const MemoryNeed guest{.memory = (label + 200.0) * MiB};
  CAPTURE(label);
  CHECK(overhead_mib(kata_qemu(), guest) - 17.2 == Approx(kib / 1024.0).epsilon(0.01));
}

TEST_CASE("a session's memory is told in parts that add up") {
  const auto m = session_memory(firecracker(), {.memory = 512.0 * MiB});
  REQUIRE(m);
  CHECK(m->overhead.monitor.in(MiB) == Approx(5.0));
  CHECK(m->overhead.guest_base.in(MiB) == Approx(42.0));
  CHECK(m->overhead.page_structures.in(MiB) == Approx(0.0198 * 512));
  CHECK(m->charge().in(MiB) == Approx(512 + 47 + 0.0198 * 512));
  CHECK(m->split_known);
  CHECK(m->lends);
}

TEST_CASE("configured memory holds the guest's kernel and page structures") {
  const MemoryNeed need{.memory = 512.0 * MiB, .meaning = MemoryMeaning::configured};
  CHECK(overhead_mib(firecracker(), need) == Approx(5.0));
  CHECK(memory_for_code(firecracker(), need)->in(MiB) == Approx(512 - 42 - 0.0198 * 512));
  // QEMU's share of a Kata pod is unpublished: the fixed part stays on top, the page structures do not.
  CHECK(overhead_mib(kata_qemu(), need) == Approx(138.5 + 17.2));
  CHECK_FALSE(session_memory(kata_qemu(), need)->split_known);
  // Without a guest there is nothing to come out of.
  CHECK(overhead_mib(gvisor(), need) == Approx(30.0));
  CHECK(memory_for_code(gvisor(), need)->in(MiB) == Approx(512));
}

TEST_CASE("a formula with a part for each vCPU counts whole ones") {
  // OpenShift Virtualization: 218 MiB + 8 MiB per vCPU + 0.2 % of the guest's memory, all of it outside the guest.
  catalog::Boundary vm;
  vm.kernel = catalog::Kernel::own;
  vm.memory.fixed = vm.memory.monitor = fact(218.0 * MiB);
  vm.memory.per_vcpu = fact(8.0 * MiB);
  vm.memory.slope = fact(0.002);
  for (const MemoryMeaning meaning : {MemoryMeaning::promised, MemoryMeaning::configured}) {
    CHECK(overhead_mib(vm, {2048.0 * MiB, 2.0 * vcpu, meaning}) == Approx(238).margin(0.2));
    CHECK(overhead_mib(vm, {16384.0 * MiB, 7.3 * vcpu, meaning}) == Approx(314.8).margin(0.1));
  }
}

TEST_CASE("memory is shared only where it was asked for, and never with a pinned guest") {
  const catalog::Boundary kata = kata_qemu();
  const MemoryNeed plain{.memory = 1024.0 * MiB};
  MemoryNeed templated = plain, merged = plain, pinned = plain;
  templated.sharing = pinned.sharing = find_sharing(kata, "template");
  merged.sharing = find_sharing(kata, "ksm");
  pinned.pinned = true;
  CHECK(overhead_mib(kata, plain) == Approx(138.5 + 17.2 + 0.0186 * 1024));
  CHECK(overhead_mib(kata, templated) == Approx(100.3 + 17.2 + 0.0009 * 1024));
  CHECK(overhead_mib(kata, merged) == Approx(0.43 * 138.5 + 17.2 + 0.0186 * 1024));
  CHECK(overhead_mib(kata, pinned) == overhead_mib(kata, plain));
  CHECK_FALSE(session_memory(kata, pinned)->lends);
  CHECK(find_sharing(kata, "snapshot") == nullptr);
}

TEST_CASE("an unpublished figure gives no memory") {
  catalog::Boundary b = kata_qemu();
  b.memory.slope = {};
  CHECK_FALSE(session_memory(b, {.memory = 512.0 * MiB}));
  b.kernel = catalog::Kernel::userspace;  // no guest, no page structures
  CHECK(session_memory(b, {.memory = 512.0 * MiB}));
  b.memory.fixed = {};
  CHECK_FALSE(session_memory(b, {.memory = 512.0 * MiB}));
  const catalog::MemorySharing unmeasured{.id = "ksm"};
  CHECK_FALSE(session_memory(kata_qemu(), {.memory = 512.0 * MiB, .sharing = &unmeasured}));
}

TEST_CASE("a pod's part of the reserve is not charged a second time") {
  const auto kata = session_memory(kata_qemu(), {.memory = 512.0 * MiB})->overhead;
  const auto plain = session_memory(container(), {.memory = 512.0 * MiB})->overhead;
  using catalog::Kernel;
  CHECK(overhead_beyond_reserve(kata, Kernel::own, gke()).in(MiB) == Approx(kata.total().in(MiB)));
  CHECK(overhead_beyond_reserve(kata, Kernel::own, eks()).in(MiB) == Approx(kata.total().in(MiB)-11.0));
  CHECK(overhead_beyond_reserve(plain, Kernel::shared, eks()).in(MiB) == 0.0);
  CHECK(overhead_beyond_reserve(plain, Kernel::shared, gke()).in(MiB) == Approx(3.9));
}
