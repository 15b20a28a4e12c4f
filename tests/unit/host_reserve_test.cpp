#include "planner/unit/host_reserve.hpp"

#include <catch2/catch.hpp>

#include "session_facts.hpp"

using namespace session_facts;
using namespace planner::unit;

TEST_CASE("published reserves of memory are met") {
  CHECK(reserved_memory(gke(), 150.0 * GiB, 110).in(GiB) == Approx(9.86).margin(0.005));  // GKE's documentation
  const auto eks_mib = [](double pods) { return (reserved_memory(eks(), 512.0 * GiB, pods) - 100.0 * MiB).in(MiB); };
  CHECK(eks_mib(737) == Approx(8362));  // amazon-eks-ami
  CHECK(eks_mib(110) == Approx(1465));
  CHECK(reserved_memory(aks(), 64.0 * GiB, 110).in(MB) == Approx(110 * 20 + 50 + 104.8576));
  CHECK(reserved_memory(aks(), 8.0 * GiB, 250).in(GiB) == Approx(2.0 + 100.0 / 1024));  // held to a quarter
  CHECK(reserved_memory(gke(), 2.0 * GiB, 0).in(GiB) == Approx(0.5 + 100.0 / 1024));
}

TEST_CASE("published reserves of CPU are met") {
  CHECK(reserved_cpu(gke(), 1.0 * vcpu).in(vcpu) == Approx(0.06));
  CHECK(reserved_cpu(gke(), 4.0 * vcpu).in(vcpu) == Approx(0.08));
  CHECK(reserved_cpu(gke(), 96.0 * vcpu).in(vcpu) == Approx(0.08 + 92 * 0.0025));
  for (const auto& [cores, kept] : aks().cpu_by_cores)
    CHECK(reserved_cpu(aks(), cores * vcpu).in(vcpu) == Approx(kept));
  catalog::HostReserve tke;  // 0.1 core up to 4, 2.5 % of the next 60, 1.25 % of the next 64, 0.5 % above
  tke.cpu_fixed = 0.1 * vcpu;
  tke.cpu_tiers = {{4.0 * vcpu, 0.0}, {60.0 * vcpu, 0.025}, {64.0 * vcpu, 0.0125}, {std::nullopt, 0.005}};
  CHECK(reserved_cpu(tke, 192.0 * vcpu).in(vcpu) == Approx(0.1 + 1.5 + 0.8 + 0.32));
  CHECK(reserved_cpu(aks(), 48.0 * vcpu).in(vcpu) == Approx(0.58));
  CHECK(reserved_cpu(aks(), 128.0 * vcpu).in(vcpu) == Approx(1.38));  // the last line goes on
}

TEST_CASE("a host offers what the system sees, less the reserve") {
  catalog::Host metal;
  metal.memory = fact(384.0 * GiB);
  metal.vcpus = fact(192.0 * vcpu);
  CHECK(seen_memory(metal).in(GiB) == Approx(0.983 * 384));
  CHECK(usable_memory(metal, eks(), 737).in(GiB) == Approx(0.983 * 384 - (8362.0 + 100) / 1024));
  metal.memory_seen = fact(1.0);
  CHECK(usable_memory(metal, gke(), 0).in(GiB) == Approx(384 - (1 + 0.8 + 0.8 + 6.72 + 0.02 * 256 + 100.0 / 1024)));
  CHECK(usable_cpu(metal, gke(), true, 0.7).in(vcpu) == Approx(0.7 * (192 - 0.08 - 188 * 0.0025)));
  CHECK(usable_cpu(metal, gke(), false, 1.0).in(vcpu) == Approx(96 - 0.08 - 92 * 0.0025));
  metal.threads_per_core = 1;  // every vCPU is a core: nothing to switch off
  CHECK(session_threads(metal, false).in(vcpu) == 192);
  metal.memory = fact(0.1 * GiB);
  CHECK(usable_memory(metal, eks(), 737) == Bytes{});
}
