#include "report/uncertainty/measure_first.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/scenario/session_words.hpp"
#include "planner/io/unit_text.hpp"
#include "report/document/numbers.hpp"

namespace planner::report {
namespace {

/// How much of a resource one session would take at the ends of the published spread, relative to what was planned.
struct Relative {
  double low = 1, high = 1;
};

/// CPU that the work takes in relation to none lost: a throughput loss f costs f/(1-f) more.
double cpu_factor(const catalog::CpuLoss& loss, double fraction) {
  return loss.kind == catalog::LossKind::less_throughput ? 1 / (1 - fraction) : 1 + fraction;
}

/// Hosts that the tier needs when one constraint is scaled and the others stay.
double hosts_when(const plan::Tier& tier, const std::string& constraint, double factor) {
  double hosts = 0;
  for (const plan::ConstraintCount& c : tier.counts) {
    hosts = std::max(hosts, c.constraint == constraint ? factor * c.hosts : c.hosts);
  }
  return hosts;
}

UsdPerTime at_stake(const plan::Tier& tier, const std::string& constraint, Relative relative) {
  const double planned = hosts_when(tier, constraint, 1);
  if (planned <= 0) return {};
  return (hosts_when(tier, constraint, relative.high) - hosts_when(tier, constraint, relative.low)) / planned *
         tier.usd;
}

template <class T>
std::string published(const Fact<T>& fact, const std::string& low, const std::string& typical,
                      const std::string& high) {
  return fmt::format("{} to {}, used {} ({})", low, high, typical, to_text(fact.basis));
}

/// Adds to a stake of the same figure, which several classes may share.
void add(std::vector<Stake>& stakes, Stake stake) {
  if (stake.at_stake <= UsdPerTime{}) return;
  const auto same = std::ranges::find(stakes, stake.figure, &Stake::figure);
  if (same == stakes.end()) {
    stakes.push_back(std::move(stake));
  } else {
    same->at_stake += stake.at_stake;
  }
}

/// What one class of the plan rests on.
struct Subject {
  const plan::Tier& tier;
  const plan::SessionClass& asked;
  const catalog::Boundary& boundary;

  [[nodiscard]] std::string behind(const std::string& what) const { return what + " behind " + boundary.id; }
};

/// Memory of one session at the ends of a figure, relative to what is charged; `each` is what one unit of it takes.
template <class T, class Each>
void add_memory(std::vector<Stake>& stakes, const Subject& s, const std::string& what, const Fact<T>& fact, Each each) {
  if (!fact.known() || s.tier.charged_memory <= Bytes{}) return;
  const Bytes low = fact.estimate.low_or_typical() * each, used = fact.value() * each,
              high = fact.estimate.high_or_typical() * each;
  const Relative relative{1 + (low - used) / s.tier.charged_memory, 1 + (high - used) / s.tier.charged_memory};
  add(stakes, {s.behind(what), published(fact, io::print(low), io::print(used), io::print(high)),
               at_stake(s.tier, "memory", relative)});
}

void add_cpu_loss(std::vector<Stake>& stakes, const Subject& s) {
  const catalog::CpuLoss& loss = s.boundary.loss_for(s.asked.work);
  if (s.boundary.kernel == catalog::Kernel::shared || !loss.fraction.known()) return;
  const auto& estimate = loss.fraction.estimate;
  const double planned = cpu_factor(loss, estimate.value());
  const Relative relative{cpu_factor(loss, estimate.low_or_typical()) / planned,
                          cpu_factor(loss, estimate.high_or_typical()) / planned};
  add(stakes, {s.behind(fmt::format("CPU loss of {} work", io::word_for(io::work_words, s.asked.work))),
               published(loss.fraction, percent_text(estimate.low_or_typical()), percent_text(estimate.value()),
                         percent_text(estimate.high_or_typical())),
               at_stake(s.tier, "cpu", relative)});
}

/// CPU time of a start, once in a lifetime, beside the session's own work.
void add_start_cpu(std::vector<Stake>& stakes, const Subject& s) {
  const Fact<VcpuSeconds>& fact = s.boundary.start.cpu;
  if (!fact.known() || !s.boundary.start.curves.cpu_seconds_cold.empty()) return;
  const auto& estimate = fact.estimate;
  const Vcpus planned = (1 + s.tier.cpu_loss) * s.asked.vcpu + fact.value() / s.asked.lifetime;
  if (planned <= Vcpus{}) return;
  const auto at = [&](VcpuSeconds x) { return 1 + (x - fact.value()) / s.asked.lifetime / planned; };
  add(stakes, {s.behind("CPU time of one start"),
               published(fact, io::print(estimate.low_or_typical()), io::print(fact.value()),
                         io::print(estimate.high_or_typical())),
               at_stake(s.tier, "cpu", {at(estimate.low_or_typical()), at(estimate.high_or_typical())})});
}

/// Performance that a guest loses on a host that is itself a virtual machine.
void add_nested_penalty(std::vector<Stake>& stakes, const Subject& s, const catalog::Host* host) {
  const Fact<double>& fact = s.boundary.nested_penalty;
  if (host == nullptr || host->bare_metal || s.boundary.needs == catalog::Virtualisation::none || !fact.known()) return;
  const auto at = [&](double x) { return (1 - fact.value()) / (1 - x); };
  const double low = fact.estimate.low_or_typical(), high = fact.estimate.high_or_typical();
  add(stakes, {s.behind("performance lost by nesting"),
               published(fact, percent_text(low), percent_text(fact.value()), percent_text(high)),
               at_stake(s.tier, "cpu", {at(low), at(high)})});
}

}  // namespace

std::vector<Stake> measure_first(const SessionAnswer& answer) {
  std::vector<Stake> stakes;
  for (const plan::Tier& tier : answer.plan.tiers) {
    const auto* boundary = catalog::find(answer.catalog.boundaries, tier.boundary);
    const auto* host = catalog::find(answer.catalog.hosts, tier.host);
    const auto asked = std::ranges::find(answer.inputs.classes, tier.session_class, &plan::SessionClass::name);
    if (boundary == nullptr || asked == answer.inputs.classes.end()) continue;
    const Subject subject{tier, *asked, *boundary};
    add_memory(stakes, subject, "memory of one idle session", boundary->memory.fixed, 1.0);
    add_memory(stakes, subject, "memory of the shim of one session", boundary->memory.shim, 1.0);
    add_memory(stakes, subject, "page structures of a guest of " + io::print(asked->memory), boundary->memory.slope,
               asked->memory);
    add_cpu_loss(stakes, subject);
    add_start_cpu(stakes, subject);
    add_nested_penalty(stakes, subject, host);
  }
  std::ranges::sort(stakes, {}, [](const Stake& s) { return std::pair(-s.at_stake, std::string_view(s.figure)); });
  return stakes;
}

}  // namespace planner::report
