#include "io/session_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "io/catalog_reader.hpp"
#include "io/session_policy_fields.hpp"
#include "planner/base/rounding.hpp"
#include "planner/math/beta_law.hpp"

namespace planner::io {
namespace {

using catalog::Catalog;
using catalog::GpuMode;

constexpr Range session_count{.high = 1e9, .above_low = true};  // a billion is every session there is
constexpr Range gpus_per_session{.low = 1, .high = 64, .whole = true};

/// A name that can be part of the id of a trace step.
bool is_plain_name(const std::string& name) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; };
  return !name.empty() && name.size() <= 60 && std::ranges::all_of(name, plain);
}

void check_name(Reader& at, std::string_view field, const std::string& name) {
  if (is_plain_name(name)) return;
  at.fault(field, "input.name", shown(Json(name)), "a name is made of letters, digits, - and _, at most 60 of them.");
}

/// Faults for words of a list that are not among the known ones, or stand there twice.
void check_known(Reader& at, std::string_view field, const std::vector<std::string>& words,
                 const std::vector<std::string>& known) {
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (std::ranges::find(known, *word) == known.end()) at.unknown_name(field, *word, known);
    if (std::find(words.begin(), word, *word) != word)
      at.fault(field, "input.duplicate_name", '"' + *word + '"', "stands twice in the list.");
  }
}

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
    if (c.memory > Bytes{}) check_memory_use(r, use, c.memory);
    c.memory_used = use;
  });
}

void read_gpu(Reader& at, plan::SessionClass& c, const Catalog& catalog) {
  at.object("gpu", [&](Reader& r) {
    plan::GpuNeed need;
    r.require({"memory", "of"});
    r.quantity("memory", need.memory, positive);
    r.number("compute", need.compute, some_share);
    if (r.text("of", need.of)) check_known(r, "of", {need.of}, names_of(catalog.gpus));
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
  r.quantity("start_within", c.start_within, positive);
  r.choice("work", c.work, std::span<const Named<catalog::Work>>(work_words));
  read_gpu(r, c, catalog);
  if (r.texts("boundaries", c.boundaries)) check_known(r, "boundaries", c.boundaries, names_of(catalog.boundaries));
  return c;
}

plan::TrustLevel read_trust_level(const std::string& name, Reader& r, const Catalog& catalog) {
  plan::TrustLevel level{.name = name};
  check_name(r, "", name);
  r.require({"kernel"});
  r.choice("kernel", level.kernel, std::span<const Named<plan::KernelRule>>(kernel_words));
  r.choices("gpu_sharing", level.gpu_sharing, std::span<const Named<GpuMode>>(gpu_mode_words));
  r.flag("smt", level.smt);
  if (r.texts("boundaries", level.boundaries))
    check_known(r, "boundaries", level.boundaries, names_of(catalog.boundaries));
  return level;
}

/// Fills the policy and notes which fields were left out.
class PolicyReader {
 public:
  PolicyReader(Reader& reader, std::vector<std::string>& defaults) : reader_(reader), defaults_(defaults) {}

  template <class T>
  void number(const char* name, T& into, Range range, const char*) {
    note(name, reader_.number(name, into, range));
  }
  template <class T>
  void quantity(const char* name, T& into, const char*) {
    note(name, reader_.quantity(name, into, positive));
  }
  void per_gpu_year(const char* name, std::optional<Usd>& into, const char*) {
    Quantity<Dim{.second = -1, .usd = 1, .gpu = -1}> rate;
    const bool set = reader_.quantity(name, rate);
    if (set) into = rate * (units::gpu * units::year);
    note(name, set);
  }
  void text(const char* name, std::string& into, const char*) { note(name, reader_.text(name, into)); }
  void flag(const char* name, bool& into, const char*) { note(name, reader_.flag(name, into)); }
  template <class T, std::size_t N>
  void choice(const char* name, T& into, const std::array<Named<T>, N>& words, const char*) {
    note(name, reader_.choice(name, into, std::span<const Named<T>>(words)));
  }

 private:
  void note(const char* name, bool set) {
    if (!set) defaults_.push_back("/sessions/policy/" + std::string(name));
  }

  Reader& reader_;
  std::vector<std::string>& defaults_;
};

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

void read_policy(Reader& r, plan::SessionInputs& inputs, const Catalog& catalog) {
  plan::SessionPolicy& policy = inputs.policy;
  PolicyReader reader(r, inputs.defaults);
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
  check_known(r, "host_reserve", {policy.host_reserve}, names_of(catalog.reserves));
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

bool has_price(const catalog::Host& host) { return host.price.on_demand.known() || host.price.reserved_3y.known(); }

/// Every host with a published price: the candidates where a scenario names none.
std::vector<std::string> priced_hosts(const Catalog& catalog, bool with_gpu) {
  std::vector<std::string> ids;
  for (const auto& [id, host] : catalog.hosts) {
    if (host.has_gpu() == with_gpu && has_price(host)) ids.push_back(id);
  }
  return ids;
}

/// One candidate: `"id"` or `{"id": "id", ...}`.
void check_candidate(Reader& section, const std::string& field, const std::string& id, const Catalog& catalog,
                     bool with_gpu) {
  const auto* host = catalog::find(catalog.hosts, id);
  if (host == nullptr) {
    section.unknown_name(field, id, names_of(catalog.hosts));
  } else if (host->has_gpu() != with_gpu) {
    section.fault(field, "input.conflict", '"' + id + '"',
                  with_gpu ? "has no GPU: list it under hosts." : "has GPUs: list it under gpu_hosts.");
  }
}

std::vector<std::string> read_candidates(Reader& section, const std::string& field, const Catalog& catalog,
                                         bool with_gpu, std::vector<std::string>& defaults) {
  const Json* list = section.raw(field);
  if (list == nullptr) {
    defaults.push_back("/sessions/" + field);
    return priced_hosts(catalog, with_gpu);
  }
  std::vector<std::string> ids;
  if (!list->is_array() || list->empty()) {
    section.fault(field, "input.empty", shown(*list), "a list of at least one host is asked for.");
    return ids;
  }
  for (const Json& entry : *list) {
    const Json& id = entry.is_object() && entry.contains("id") ? entry["id"] : entry;
    if (!id.is_string()) {
      section.fault(field, "input.type", shown(entry), "an id, or an object with an id, is asked for.");
    } else if (std::ranges::find(ids, id.get_ref<const std::string&>()) != ids.end()) {
      section.fault(field, "input.duplicate_name", id.dump(), "stands twice in the list.");
    } else {
      ids.push_back(id.get<std::string>());
      check_candidate(section, field, ids.back(), catalog, with_gpu);
    }
  }
  return ids;
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

plan::SessionInputs read_sessions(Reader& section, const Catalog& catalog) {
  plan::SessionInputs inputs;
  section.require({"classes"});
  read_trust(section, inputs, catalog);
  read_classes(section, inputs, catalog);
  inputs.hosts = read_candidates(section, "hosts", catalog, false, inputs.defaults);
  inputs.gpu_hosts = read_candidates(section, "gpu_hosts", catalog, true, inputs.defaults);
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
