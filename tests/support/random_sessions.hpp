#pragma once
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "planner/io/catalog.hpp"
#include "planner/plan/sessions/question/inputs.hpp"

/// Random questions about sessions over the built-in catalog, the same for the same seed on every machine.
namespace planner::testing {

class RandomSessions {
 public:
  explicit RandomSessions(unsigned seed) : engine_(seed) {}

  plan::SessionInputs question() {
    plan::SessionInputs q;
    q.trust["anonymous"] = {.name = "anonymous", .kernel = plan::KernelRule::own};
    q.trust["customer"] = {.name = "customer", .kernel = plan::KernelRule::own_or_userspace};
    q.trust["customer"].gpu_sharing = {catalog::GpuMode::whole, catalog::GpuMode::mig};
    q.trust["internal"] = {.name = "internal", .kernel = plan::KernelRule::any};
    q.trust["internal"].gpu_sharing = {catalog::GpuMode::whole, catalog::GpuMode::mig, catalog::GpuMode::mps,
                                       catalog::GpuMode::time_slice};
    const int classes = whole(1, 5);
    for (int i = 0; i < classes; ++i) q.classes.push_back(session_class(i));
    q.hosts = some_of({"aws/c7i.metal-48xl", "aws/m7i.metal-48xl", "aws/m7a.metal-48xl", "aws/r7i.metal-48xl"});
    q.gpu_hosts = some_of({"aws/g4dn.metal", "aws/p5.48xlarge", "aws/g5.48xlarge"});
    fill_policy(q.policy);
    return q;
  }

 private:
  double real(double from, double to) { return from + (to - from) * static_cast<double>(engine_()) / 4294967296.0; }
  int whole(int from, int to) { return from + static_cast<int>(engine_() % static_cast<unsigned>(to - from + 1)); }
  bool chance(double p) { return real(0, 1) < p; }
  template <class T>
  T one_of(const std::vector<T>& list) {
    return list[engine_() % list.size()];
  }
  std::vector<std::string> some_of(std::vector<std::string> all) {
    std::vector<std::string> some;
    for (const std::string& id : all)
      if (chance(0.6)) some.push_back(id);
    return some.empty() ? all : some;
  }

  plan::SessionClass session_class(int i) {
    plan::SessionClass c;
    c.name = "class" + std::to_string(i);
    c.trust = one_of<std::string>({"anonymous", "customer", "internal"});
    c.concurrent = whole(1, 20'000) * units::session;
    c.memory = whole(64, 4096) * units::MiB;
    if (chance(0.4)) c.memory_used = plan::MemoryUse{.mean = real(0.2, 0.5) * c.memory, .p99 = real(0.75, 0.95) * c.memory};
    c.vcpu = real(0.01, 1.0) * units::vcpu;
    c.disk = whole(0, 20) * units::GiB;
    c.lifetime = real(20, 7200) * units::second;
    if (chance(0.5)) c.start_within = real(0.05, 30) * units::second;
    c.work = one_of<catalog::Work>({catalog::Work::compute, catalog::Work::syscalls});
    if (chance(0.25)) add_gpu(c);
    return c;
  }

  void add_gpu(plan::SessionClass& c) {
    c.concurrent = whole(1, 300) * units::session;
    c.memory = whole(2, 32) * units::GiB;
    c.memory_used.reset();
    c.vcpu = real(0.5, 4.0) * units::vcpu;
    c.gpu = plan::GpuNeed{real(1, 14) * units::GiB, real(0.02, 0.06), "h100-sxm", 1};
  }

  void fill_policy(plan::SessionPolicy& p) {
    p.network_disk = 0.08 * units::usd_per_gib_month;
    p.zones = whole(1, 3);
    p.survive_zones = p.zones > 1 ? whole(0, static_cast<int>(p.zones) - 1) : 0;
    p.drain_fraction = one_of<double>({0.0, 0.05});
    p.drain_during_zone_loss = chance(0.7);
    if (chance(0.5)) p.host_mtbf = real(500, 20'000) * units::hour;
    if (chance(0.3)) p.pool_scope = plan::PoolScope::host;
    if (chance(0.3)) p.warm_pool_meaning = plan::PoolMiss::waits_for_refill;
    if (chance(0.2)) p.orchestrator = plan::Orchestrator::kubernetes;
    if (chance(0.3)) p.host_reserve = one_of<std::string>({"eks", "aks"});
    if (chance(0.2)) p.max_sessions_per_host = whole(50, 1000);
    if (chance(0.4)) p.vgpu_licence_per_gpu_year = 4500.0 * units::usd;
    if (chance(0.2)) p.share_hosts_between_trust_levels = true;
    if (chance(0.3)) p.gpu_scrub = 30.0 * units::second;
    if (chance(0.25)) p.mixed_host_types = true;
  }

  std::mt19937 engine_;
};

}  // namespace planner::testing
