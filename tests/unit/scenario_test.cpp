#include "planner/io/scenario.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"

using namespace planner;
using namespace planner::units;

namespace {

std::string example(const std::string& name) {
  std::ifstream file(PLANNER_SOURCE_DIR "/examples/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

io::SessionScenario read(const std::string& text, const std::vector<std::string>& changes = {}) {
  return io::read_session_scenario(text, "scenario.json", io::builtin_catalog(), changes);
}

/// One class with the fields that must be there, and more.
plan::SessionClass read_class(const std::string& more) {
  const std::string text =
      R"({"sessions": {"classes": [{"name": "a", "trust": "anonymous", "memory": "1 GiB", "vcpu": 1, "lifetime": "60 s", )" +
      more + "}]}}";
  return read(text).inputs.classes.at(0);
}

plan::SessionInputs read_policy(const std::string& policy) {
  return read(
             R"({"sessions": {"classes": [{"name": "a", "trust": "anonymous", "memory": "1 GiB", "vcpu": 1, "lifetime": "60 s", "concurrent": 1}], "policy": )" +
             policy + "}}")
      .inputs;
}

bool is_default(const plan::SessionInputs& inputs, const std::string& field) {
  return std::ranges::find(inputs.defaults, "/sessions/policy/" + field) != inputs.defaults.end();
}

}  // namespace

TEST_CASE("the acceptance scenario is read field by field") {
  const io::SessionScenario scenario = read(example("untrusted-50k.json"));
  const plan::SessionInputs& in = scenario.inputs;
  CHECK(in.name == "50,000 concurrent sessions of untrusted code, some on GPUs");
  REQUIRE(in.classes.size() == 6);

  const plan::SessionClass& snippet = in.classes[0];
  CHECK(snippet.concurrent.in(session) == 30000);
  CHECK(snippet.memory.in(MiB) == 256);
  CHECK(snippet.memory_used->mean->in(MiB) == 110);
  CHECK(snippet.memory_used->p99->in(MiB) == 240);
  CHECK_FALSE(snippet.memory_used->sd);
  CHECK(snippet.vcpu.in(vcpu) == 0.04);
  CHECK(snippet.disk.in(GiB) == 1);
  CHECK(snippet.lifetime.in(second) == 45);
  CHECK(snippet.start_within->in(ms) == 500);
  CHECK(in.classes[3].work == catalog::Work::syscalls);

  const plan::SessionClass& with_gpu = in.classes[4];
  CHECK(with_gpu.gpu->memory.in(GiB) == 9);
  CHECK(with_gpu.gpu->compute == 0.05);
  CHECK(with_gpu.gpu->of == "h100-sxm");
  CHECK(with_gpu.gpu->count == 1);

  CHECK(in.trust.at("customer").kernel == plan::KernelRule::own_or_userspace);
  CHECK(in.trust.at("customer").gpu_sharing == std::vector{catalog::GpuMode::whole, catalog::GpuMode::mig});
  CHECK(in.hosts == std::vector<std::string>{"aws/c7i.metal-48xl", "aws/m7i.metal-48xl", "aws/m7a.metal-48xl",
                                             "aws/r7i.metal-48xl"});
  CHECK(in.gpu_hosts == std::vector<std::string>{"onprem/dgx-h100", "aws/g4dn.metal"});
  CHECK(scenario.catalog.hosts.at("onprem/dgx-h100").price.on_demand.value().in(usd_per_h) == Approx(38));

  CHECK(in.policy.zones == 3);
  CHECK(in.policy.survive_zones == 1);
  CHECK(in.policy.network_disk->in(usd_per_gib_month) == Approx(0.08));
  CHECK(in.policy.vgpu_licence_per_gpu_year->in(usd) == Approx(4500));
  CHECK_FALSE(is_default(in, "cpu_target"));
  CHECK(is_default(in, "memory_correlation"));
}

TEST_CASE("a number may stand under a name with its unit, as a range, or as a rate of starts") {
  CHECK(read_class(R"("concurrent": 5, "disk_gib": 3)").disk.in(GiB) == 3);
  CHECK(read_class(R"("concurrent": 5, "start_within_s": 2)").start_within->in(second) == 2);
  CHECK(read_class(R"("concurrent": {"low": 4, "typical": 5, "high": 9})").concurrent.in(session) == 5);
  CHECK(read_class(R"("concurrent": 5, "disk": {"low": "1 GiB", "typical": "2 GiB", "high": "4 GiB"})").disk.in(GiB) ==
        2);
  CHECK(read_class(R"("starts_per_s": 2.5)").concurrent.in(session) == 150);  // times 60 s
  CHECK(read_class(R"("starts": "90 /h")").concurrent.in(session) == 2);      // 1.5, rounded up
}

TEST_CASE("policy fields are read with their unit and what is left out is noted as a default") {
  const plan::SessionInputs in = read_policy(
      R"({"repair_time": "3 days", "host_mtbf": "2 years", "network": "vpc-ip", "orchestrator": "kubernetes", "purchase": "reserved-3y",
          "pool_scope": "host", "warm_pool_meaning": "waits-for-refill", "memory_means": "configured", "vfio_pages": "huge-1g",
          "max_sessions_per_host": 250, "mixed_host_types": true, "drain_during_zone_loss": false,
          "share_hosts_between_trust_levels": true, "gpu_scrub": "90 s",
          "vgpu_licence": "10 USD/GPU/month", "sharing": {"firecracker": "snapshot"}, "smt": false})");
  const plan::SessionPolicy& policy = in.policy;
  CHECK(policy.repair_time.in(hour) == Approx(72));
  CHECK(policy.host_mtbf->in(year) == Approx(2));
  CHECK(policy.network == plan::Network::vpc_ip);
  CHECK(policy.orchestrator == plan::Orchestrator::kubernetes);
  CHECK(policy.purchase == plan::Purchase::reserved_3y);
  CHECK(policy.pool_scope == plan::PoolScope::host);
  CHECK(policy.warm_pool_meaning == plan::PoolMiss::waits_for_refill);
  CHECK(policy.memory_means == plan::MemoryMeaning::configured);
  CHECK(policy.vfio_pages == plan::VfioPages::huge_1g);
  CHECK(policy.max_sessions_per_host == 250);
  CHECK(policy.mixed_host_types);
  CHECK(policy.share_hosts_between_trust_levels);
  CHECK(policy.gpu_scrub->in(second) == Approx(90));
  CHECK_FALSE(policy.drain_during_zone_loss);
  CHECK(policy.vgpu_licence_per_gpu_year->in(usd) == Approx(120));
  CHECK(policy.sharing == std::map<std::string, std::string>{{"firecracker", "snapshot"}});
  CHECK_FALSE(in.trust.at("anonymous").smt);
  CHECK(is_default(in, "zones"));
  CHECK_FALSE(is_default(in, "repair_time"));
}

TEST_CASE("trust levels and hosts have defaults that are noted") {
  const plan::SessionInputs in = read_policy("{}");
  CHECK(in.trust.at("anonymous").kernel == plan::KernelRule::own);
  CHECK(in.trust.at("internal").kernel == plan::KernelRule::any);
  CHECK(in.hosts.size() > 10);
  CHECK(in.gpu_hosts.empty());
  CHECK(std::ranges::find(in.defaults, "/sessions/hosts") != in.defaults.end());
}

TEST_CASE("a candidate host may be described in place, and a catalog section lies over the catalog") {
  const io::SessionScenario own = read(example("own-servers.json"));
  CHECK(own.catalog.hosts.at("own/epyc-1x64").vcpus.value().in(vcpu) == 128);
  CHECK(own.catalog.hosts.at("own/epyc-1x64").price.on_demand.value().in(usd_per_h) == Approx(1.15));
  CHECK(own.catalog.hosts.at("own/epyc-1x64").memory.basis == Basis::given);
  CHECK_FALSE(own.inputs.trust.at("ci").smt);

  const auto changed =
      read(example("first-sessions.json"), {R"(catalog.hosts=[{"id": "aws/m7i.metal-48xl", "usd_per_h": 5}])"});
  CHECK(changed.catalog.hosts.at("aws/m7i.metal-48xl").price.on_demand.value().in(usd_per_h) == Approx(5));
  CHECK(io::builtin_catalog().hosts.at("aws/m7i.metal-48xl").price.on_demand.value().in(usd_per_h) == Approx(9.6768));
}

TEST_CASE("a models section beside the sessions is left to its own reader") {
  CHECK_NOTHROW(read(example("first-sessions.json"), {"models={}"}));
}
