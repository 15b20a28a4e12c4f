#pragma once
#include <array>
#include <string>
#include <utility>

#include "planner/catalog/catalog.hpp"
#include "planner/plan/sessions/question/inputs.hpp"

/// A small world with round numbers, so that plans can be worked out by hand.
namespace planner::testing {

template <class T>
Fact<T> fact(T value) {
  Fact<T> f;
  f.estimate = Estimate<T>::exactly(value);
  f.sources = {"test"};
  f.basis = Basis::measured;
  return f;
}

/// A boundary with this much host memory per session and these CPU losses (compute, syscalls, network, disk).
inline catalog::Boundary boundary(std::string id, catalog::Kernel kernel, Bytes fixed, std::array<double, 4> loss) {
  catalog::Boundary b;
  b.id = b.name = b.product = std::move(id);
  b.kernel = kernel;
  b.devices = kernel == catalog::Kernel::own ? catalog::Devices::minimal : catalog::Devices::none;
  b.memory.fixed = fact(fixed);
  b.memory.slope = fact(0.0);
  b.gives_memory_back = true;
  b.needs = kernel == catalog::Kernel::own ? catalog::Virtualisation::kvm : catalog::Virtualisation::none;
  b.nested_penalty = fact(0.1);
  for (std::size_t i = 0; i < loss.size(); ++i) {
    b.loss[i].fraction = fact(loss[i]);
    b.loss[i].baseline = catalog::LossBaseline::container;
  }
  b.start.cold = fact(100.0 * units::ms);
  b.start.cpu = fact(0.0 * (units::vcpu * units::second));
  return b;
}

inline catalog::Host host(std::string id, double vcpus, Bytes memory, double usd_per_h) {
  catalog::Host h;
  h.id = h.name = std::move(id);
  h.vcpus = fact(vcpus * units::vcpu);
  h.memory = fact(memory);
  h.memory_seen = fact(1.0);
  h.local_disk = fact(100.0 * units::TiB);
  h.bare_metal = true;
  h.price.on_demand = fact(usd_per_h * units::usd_per_h);
  return h;
}

/// Containers, gVisor and a microVM; a balanced host and a large-memory one.
inline catalog::Catalog small_catalog() {
  using catalog::Kernel;
  catalog::Catalog c;
  for (const catalog::Boundary& b : {boundary("container", Kernel::shared, 0.0 * units::MiB, {0, 0, 0, 0}),
                                     boundary("gvisor", Kernel::userspace, 32.0 * units::MiB, {0, 0.5, 0.25, 0.25}),
                                     boundary("microvm", Kernel::own, 128.0 * units::MiB, {0, 0, 0.25, 0.25})})
    c.boundaries[b.id] = b;
  for (const catalog::Host& h : {host("balanced", 100, 256.0 * units::GiB, 4.0),
                                 host("large", 100, 512.0 * units::GiB, 6.0)})
    c.hosts[h.id] = h;
  catalog::HostReserve none;
  none.id = "none";
  c.reserves["none"] = none;
  return c;
}

inline plan::SessionClass session_class(std::string name, std::string trust, double concurrent, Bytes memory,
                                        double vcpu) {
  plan::SessionClass c;
  c.name = std::move(name);
  c.trust = std::move(trust);
  c.concurrent = concurrent * units::session;
  c.memory = memory;
  c.vcpu = vcpu * units::vcpu;
  c.lifetime = 10.0 * units::minute;
  return c;
}

/// Trust levels `any`, `customer` (own or userspace) and `anonymous` (own); no reserve, hosts filled completely.
inline plan::SessionInputs small_question() {
  plan::SessionInputs q;
  q.trust["any"] = {.name = "any", .kernel = plan::KernelRule::any};
  q.trust["customer"] = {.name = "customer", .kernel = plan::KernelRule::own_or_userspace};
  q.trust["anonymous"] = {.name = "anonymous", .kernel = plan::KernelRule::own};
  q.hosts = {"balanced"};
  q.policy.host_reserve = "none";
  q.policy.cpu_target = 1.0;
  return q;
}

}  // namespace planner::testing
