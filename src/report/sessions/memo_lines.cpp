#include "report/sessions/memo_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "planner/io/unit_text.hpp"
#include "planner/plan/sessions/packing/gpu_use.hpp"
#include "planner/unit/start_latency.hpp"
#include "report/document/numbers.hpp"
#include "report/sessions/session_document.hpp"

namespace planner::report {
namespace {

const plan::SessionClass* class_of(const SessionAnswer& answer, const plan::Tier& tier) {
  const auto it = std::ranges::find(answer.inputs.classes, tier.session_class, &plan::SessionClass::name);
  return it == answer.inputs.classes.end() ? nullptr : &*it;
}

/// Full hosts were seen to start 6 to 29 times more slowly than empty ones: Kata and RunD, 2,000 resident (artifact of
/// Li et al., RunD, USENIX ATC'22).
constexpr double slowest_when_full = 29;

/// Starts per second that are published of the boundary, beside the `planned` ones.
std::string published_rate(const catalog::Boundary& b, Vcpus host, double resident, double planned) {
  const auto empty = unit::start_ceiling(b.start, unit::StartKind::cold, host, 0);
  const auto filled = unit::start_ceiling(b.start, unit::StartKind::cold, host, resident);
  if (b.start.curves.measured() && empty && filled)
    return fmt::format("measured up to {} /s on an empty host and {} /s on one so full, by threads",
                       io::print_number(empty->base(), 3), io::print_number(filled->base(), 3));
  if (filled)
    return fmt::format("measured up to {} /s, by threads; a full host starts more slowly",
                       io::print_number(filled->base(), 3));
  if (!b.start.rate_seen.known()) return "no rate is published";
  const double seen = b.start.rate_seen.value().base();
  return fmt::format("{} /s were seen in a single loop{}", io::print_number(seen, 3),
                     planned * slowest_when_full < seen
                         ? ""
                         : ", a lower bound, on a host that was not full; full ones were seen to start 6 to 29 times "
                           "more slowly: measure it");
}

/// 0: the host's kernel, 1: one in user space, 2: a guest's.
int strength(const catalog::Boundary* b) {
  if (b == nullptr) return 0;
  return b->kernel == catalog::Kernel::own ? 2 : b->kernel == catalog::Kernel::userspace ? 1 : 0;
}

bool has_class(const std::string& list, const std::string& name) {
  return ("," + list + ",").find("," + name + ",") != std::string::npos;
}

}  // namespace

std::string headroom_sentence(const plan::SessionPlan& p) {
  double warm = 0, zones = 0, failures = 0, drain = 0, rounding = 0;
  bool known = true;
  for (const plan::Headroom& h : p.headroom) {
    warm += h.warm_pool_hosts;
    zones += h.zone_loss;
    failures += h.failures;
    drain += h.drain;
    rounding += h.rounding;
    known = known && h.failures_known;
  }
  return fmt::format(
      "At peak {} for {} USD/h. On top: {} for zones that may be lost, {}{} for hosts that fail, {} for "
      "upgrades, {} for warm pools, {} by rounding up in each zone: {} for {} USD/h.",
      counted(p.base_hosts, "host"), usd_text(p.base_usd), count_text(zones), count_text(failures),
      known ? "" : " (and an unknown number, where no failure rate is published)", count_text(drain), count_text(warm),
      count_text(rounding), counted(p.hosts, "host"), usd_text(p.usd));
}

std::vector<std::string> lending_lines(const SessionAnswer& answer) {
  std::vector<std::string> lines;
  const plan::SessionPolicy& policy = answer.inputs.policy;
  for (const plan::Tier& t : answer.plan.tiers) {
    const plan::SessionClass* c = class_of(answer, t);
    const auto* b = catalog::find(answer.catalog.boundaries, t.boundary);
    if (c == nullptr || b == nullptr || !c->memory_used || t.charged_memory >= c->memory + t.overhead.total()) continue;
    lines.push_back(fmt::format(
        "{}: {} charged of {} promised and {} on top, because what is not used is lent. Sessions of a host want more "
        "than it has with a probability of at most {}; the correlation of their use, {}, is assumed unless it was "
        "measured. {}",
        t.session_class, io::print(t.charged_memory), io::print(c->memory), io::print(t.overhead.total()),
        io::print_number(policy.memory_overrun_probability), io::print_number(policy.memory_correlation),
        b->gives_memory_back_note));
  }
  return lines;
}

std::vector<std::string> start_rate_lines(const SessionAnswer& answer) {
  std::vector<std::string> lines;
  for (const plan::Tier& t : answer.plan.tiers) {
    const plan::SessionClass* c = class_of(answer, t);
    const auto* b = catalog::find(answer.catalog.boundaries, t.boundary);
    const auto* host = catalog::find(answer.catalog.hosts, t.host);
    if (c == nullptr || b == nullptr || host == nullptr) continue;
    const double rate = t.sessions_per_host / c->lifetime.base();
    lines.push_back(fmt::format("{}: {} starts/s on a host with {} sessions. Of {}: {}.", t.session_class,
                                io::print_number(rate, 3), count_text(t.sessions_per_host), b->id,
                                published_rate(*b, host->vcpus.value(), t.sessions_per_host, rate)));
  }
  return lines;
}

std::vector<std::string> compatibility_lines(const SessionAnswer& answer) {
  std::vector<std::string> lines;
  std::set<std::string> told;
  for (const plan::Tier& t : answer.plan.tiers) {
    const auto* b = catalog::find(answer.catalog.boundaries, t.boundary);
    if (b == nullptr || !told.insert(b->id).second) continue;
    std::set<std::string> facts(b->notes.begin(), b->notes.end());
    for (const catalog::GpuAccess& access : b->gpu)
      if (!access.reason.empty() && (!access.offered || plan::sessions::to_text(access.mode) == t.gpu_mode))
        facts.insert(access.reason);
    if (b->max_guest_vcpus.known())
      facts.insert(fmt::format("A guest has at most {} vCPUs.", count_text(b->max_guest_vcpus.value())));
    if (b->needs != catalog::Virtualisation::none) facts.insert("Needs KVM: bare metal, or nested virtualisation.");
    if (!b->gives_memory_back) facts.insert("Does not give memory back while it runs.");
    if (!facts.empty()) lines.push_back(fmt::format("{}: {}", b->name, fmt::join(facts, " ")));
  }
  return lines;
}

std::vector<std::string> free_isolation_lines(const SessionAnswer& answer) {
  std::vector<std::string> lines;
  for (const plan::Tier& t : answer.plan.tiers) {
    const auto* chosen = catalog::find(answer.catalog.boundaries, t.boundary);
    for (const plan::Rejected& r : answer.plan.rejected) {
      const bool free = r.code == "cost" && r.reason.starts_with("costs no less");
      const auto* other = catalog::find(answer.catalog.boundaries, r.option.substr(0, r.option.find(' ')));
      if (!free || !has_class(r.session_class, t.session_class) || strength(other) <= strength(chosen)) continue;
      lines.push_back(
          fmt::format("{}: {} costs +0.00 USD/h; name it under `boundaries` to have it.", t.session_class, r.option));
    }
  }
  return lines;
}

}  // namespace planner::report
