#include "io/scenario/session_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/catalog/catalog_reader.hpp"
#include "io/scenario/host_list.hpp"
#include "io/scenario/policy_reader.hpp"
#include "io/scenario/session_policy_fields.hpp"
#include "io/text/names.hpp"
#include "planner/base/rounding.hpp"
#include "planner/math/beta_law.hpp"

namespace planner::io {
namespace {

using catalog::Catalog;
using catalog::GpuMode;

constexpr Range session_count{.high = 1e9, .above_low = true};  // a billion is every session there is
constexpr Range gpus_per_session{.low = 1, .high = 64, .whole = true};

std::optional<double> bytes(const std::optional<Bytes>& figure) {
  return figure ? std::optional(figure->base()) : std::nullopt;
}

/// Any two figures give the beta law, and each lies between 0 and the promised memory.
void check_memory_use(Reader& at, const plan::MemoryUse& use, Bytes memory) {
  int given = 0;
  bool below = true;
  for (const auto& [name, figure] :
       {std::pair{"mean", use.mean}, {"p50", use.p50}, {"p95", use.p95}, {"p99", use.p99}, {"sd", use.sd}}) {
    if (!figure) continue;
    ++given;
    if (*figure < memory) continue;
    below = false;
    at.fault(name, "input.out_of_range", print(*figure), "must be below the promised memory, " + print(memory) + ".");
  }
  if (given != 2) {
    at.fault("", "input.count", fmt::format("{} figures", given), "two of mean, p50, p95, p99 and sd are asked for.");
  } else if (below && !math::fit_beta(memory.base(), {bytes(use.mean), bytes(use.p50), bytes(use.p95), bytes(use.p99),
                                                      bytes(use.sd)})) {
    at.fault("", "input.no_law", "these two figures", "no beta law between 0 and the promised memory has both.",
             "A mean lies below the p99, a p50 below the p95.");
  }
}

void read_memory_use(Reader& at, plan::SessionClass& c) {
  at.object("memory_used", [&](Reader& r) {
    plan::MemoryUse use;
    r.quantity("mean", use.mean, positive);
    r.quantity("p50", use.p50, positive);
    r.quantity("p95", use.p95, positive);
    r.quantity("p99", use.p99, positive);
    r.quantity("sd", use.sd, positive);
    if (c.memory > Bytes{} && r.findings().check_laws) check_memory_use(r, use, c.memory);
    c.memory_used = use;
  });
}

void read_gpu(Reader& at, plan::SessionClass& c, const Catalog& catalog) {
  at.object("gpu", [&](Reader& r) {
    plan::GpuNeed need;
    r.require({"memory", "of"});
    r.quantity("memory", need.memory, positive);
    r.number("compute", need.compute, some_share);
    if (r.text("of", need.of)) check_known(r, "of", {need.of}, catalog.gpus);
    const auto* gpu = catalog::find(catalog.gpus, need.of);
    if (gpu != nullptr && !gpu->fp16.known()) {
      r.fault("of", "input.unknown_rate", '"' + need.of + '"', "has no published 16-bit rate to measure a share by.");
    }
    r.number("count", need.count, gpus_per_session);
    c.gpu = need;
  });
}

/// `concurrent`, or `starts_per_s` times the lifetime (Little's law).
void read_concurrency(Reader& at, plan::SessionClass& c) {
  std::optional<PerSecond> starts;
  const bool counted = at.count("concurrent", c.concurrent, session_count);
  const bool rated = at.quantity("starts", starts, Range{.high = 1e9, .above_low = true});
  if (rated) c.concurrent = whole_up(*starts * c.lifetime) * units::session;
  const bool given = at.has("concurrent"), also = at.has("starts") || at.has("starts_per_s");
  if (given && also)
    at.fault("concurrent", "input.conflict", "concurrent and starts_per_s", "only one of the two is given.");
  if (!given && !also) at.fault("concurrent", "input.missing", "absent", "concurrent or starts_per_s must be given.");
  if (counted) c.concurrent = whole_up(c.concurrent);
}

plan::SessionClass read_class(Reader& r, const Catalog& catalog) {
  plan::SessionClass c;
  r.require({"name", "trust", "memory", "vcpu", "lifetime"});
  if (r.text("name", c.name)) check_name(r, "name", c.name);
  r.text("trust", c.trust);
  r.quantity("memory", c.memory, positive);
  read_memory_use(r, c);
  r.count("vcpu", c.vcpu, Range{.high = 1e4});
  r.quantity("disk", c.disk);
  r.quantity("lifetime", c.lifetime, positive);
  read_concurrency(r, c);
  if (c.lifetime > Seconds{} && c.concurrent / c.lifetime > 1e6 * units::session / units::second)
    r.fault("lifetime", "input.out_of_range", print(c.lifetime), "asks for more than a million starts a second.",
            "Give fewer sessions, or a longer lifetime.");
  r.quantity("start_within", c.start_within, positive);
  r.choice("work", c.work, std::span<const Named<catalog::Work>>(work_words));
  read_gpu(r, c, catalog);
  if (r.texts("boundaries", c.boundaries)) check_known(r, "boundaries", c.boundaries, catalog.boundaries);
  return c;
}

plan::TrustLevel read_trust_level(const std::string& name, Reader& r, const Catalog& catalog) {
  plan::TrustLevel level{.name = name};
  check_name(r, "", name);
  r.require({"kernel"});
  r.choice("kernel", level.kernel, std::span<const Named<plan::KernelRule>>(kernel_words));
  r.choices("gpu_sharing", level.gpu_sharing, std::span<const Named<GpuMode>>(gpu_mode_words));
  r.flag("smt", level.smt);
  if (r.texts("boundaries", level.boundaries)) check_known(r, "boundaries", level.boundaries, catalog.boundaries);
  return level;
}

void read_sharing(Reader& r, plan::SessionPolicy& policy, const Catalog& catalog) {
  r.object("sharing", [&](Reader& by_boundary) {
    for (const auto& [id, boundary] : catalog.boundaries) {
      std::string way;
      if (!by_boundary.text(id, way)) continue;
      std::vector<std::string> known;
      for (const auto& sharing : boundary.sharing) known.push_back(sharing.id);
      check_known(by_boundary, id, {way}, known);
      policy.sharing[id] = way;
    }
  });
}

/// While a GPU is scrubbed no session has it: more are held than run.
void check_scrub(Reader& r, const plan::SessionInputs& inputs) {
  const Seconds scrub = inputs.policy.gpu_scrub.value_or(Seconds{});
  for (const plan::SessionClass& c : inputs.classes) {
    const bool countable = plan::held_with_scrub(c, scrub) <= session_count.high * units::session;
    if (!c.gpu || c.lifetime <= Seconds{} || countable) continue;
    r.fault("gpu_scrub", "input.out_of_range", print(scrub),
            "would hold the GPUs of more than a billion sessions of `" + c.name + "`.",
            "Give the time to clean one GPU, which is seconds, or a longer lifetime.");
  }
}

void read_policy(Reader& r, plan::SessionInputs& inputs, const Catalog& catalog) {
  plan::SessionPolicy& policy = inputs.policy;
  PolicyReader reader(r, "/sessions/policy/", inputs.defaults);
  visit_policy(policy, reader);
  read_sharing(r, policy, catalog);
  bool smt = true;
  if (r.flag("smt", smt)) {
    for (auto& [name, level] : inputs.trust) level.smt = level.smt && smt;
  }
  if (policy.survive_zones >= policy.zones) {
    r.fault("survive_zones", "input.out_of_range", print_number(policy.survive_zones),
            fmt::format("must be below the number of zones, {}.", print_number(policy.zones)));
  }
  if (policy.repair_time > 90.0 * units::day)
    r.fault("repair_time", "input.out_of_range", print(policy.repair_time), "must be at most 90 days.");
  if (policy.host_mtbf && *policy.host_mtbf < policy.repair_time)
    r.fault("host_mtbf", "input.out_of_range", print(*policy.host_mtbf),
            "must not be below repair_time, " + print(policy.repair_time) + ".",
            "A host that is broken more than half of the time cannot be planned with.");
  check_scrub(r, inputs);
  check_known(r, "host_reserve", {policy.host_reserve}, catalog.reserves);
}

void read_classes(Reader& section, plan::SessionInputs& inputs, const Catalog& catalog) {
  std::map<std::string, std::string> seen;
  section.each("classes", [&](Reader& r) {
    plan::SessionClass c = read_class(r, catalog);
    if (!c.trust.empty() && !inputs.trust.contains(c.trust)) r.unknown_name("trust", c.trust, names_of(inputs.trust));
    const auto [first, fresh] = seen.emplace(c.name, r.at("name"));
    if (!fresh && !c.name.empty()) {
      r.fault("name", "input.duplicate_name", '"' + c.name + '"', "stands already at " + first->second + ".");
    }
    inputs.classes.push_back(std::move(c));
  });
  if (section.has("classes") && inputs.classes.empty()) {
    section.fault("classes", "input.empty", "an empty list", "at least one class of sessions must be given.");
  }
}

void read_trust(Reader& section, plan::SessionInputs& inputs, const Catalog& catalog) {
  inputs.trust = standard_trust_levels();
  section.entries("trust",
                  [&](const std::string& name, Reader& r) { inputs.trust[name] = read_trust_level(name, r, catalog); });
}

bool any_class(const plan::SessionInputs& inputs, bool with_gpu) {
  return std::ranges::any_of(inputs.classes, [&](const auto& c) { return c.gpu.has_value() == with_gpu; });
}

}  // namespace

std::map<std::string, plan::TrustLevel> standard_trust_levels() {
  using plan::KernelRule;
  using enum GpuMode;
  return {{"anonymous", {.name = "anonymous", .kernel = KernelRule::own, .gpu_sharing = {whole}}},
          {"customer", {.name = "customer", .kernel = KernelRule::own_or_userspace, .gpu_sharing = {whole, mig}}},
          {"internal", {.name = "internal", .kernel = KernelRule::any, .gpu_sharing = {whole, mig, mps, time_slice}}}};
}

bool reread_class(Reader& r, const Catalog& catalog, std::size_t i, plan::SessionInputs& inputs) {
  plan::SessionClass& before = inputs.classes[i];
  plan::SessionClass now = read_class(r, catalog);
  r.done();
  const bool same =
      now.name == before.name && now.trust == before.trust && now.gpu.has_value() == before.gpu.has_value();
  const bool scrubbed = now.gpu && inputs.policy.gpu_scrub;  // how many it holds then is checked with the policy
  if (!r.findings().issues.empty() || !same || scrubbed) return false;
  before = std::move(now);
  return true;
}

plan::SessionInputs read_sessions(Reader& section, const Catalog& catalog) {
  plan::SessionInputs inputs;
  section.require({"classes"});
  read_trust(section, inputs, catalog);
  read_classes(section, inputs, catalog);
  inputs.hosts = read_candidates(section, "hosts", catalog, false);
  inputs.gpu_hosts = read_candidates(section, "gpu_hosts", catalog, true);
  for (const char* field : {"hosts", "gpu_hosts"})
    if (!section.has(field)) inputs.defaults.push_back("/sessions/" + std::string(field));
  if (!any_class(inputs, false) && !section.has("hosts")) inputs.hosts.clear();
  if (!any_class(inputs, true) && !section.has("gpu_hosts")) inputs.gpu_hosts.clear();
  const bool given = section.object("policy", [&](Reader& r) { read_policy(r, inputs, catalog); });
  if (!given && !section.has("policy")) {
    const Json nothing = Json::object();
    Reader empty(nothing, section.at("policy"), section.findings());
    read_policy(empty, inputs, catalog);
  }
  return inputs;
}

}  // namespace planner::io
