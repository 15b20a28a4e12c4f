#include "report/measure_first.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/session_words.hpp"
#include "planner/io/unit_text.hpp"
#include "report/numbers.hpp"

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

void add_memory(std::vector<Stake>& stakes, const plan::Tier& tier, const catalog::Boundary& boundary) {
  const Fact<Bytes>& fixed = boundary.memory.fixed;
  if (!fixed.known() || tier.charged_memory <= Bytes{}) return;
  const Bytes low = fixed.estimate.low_or_typical(), high = fixed.estimate.high_or_typical();
  const Relative relative{1 + (low - fixed.value()) / tier.charged_memory,
                          1 + (high - fixed.value()) / tier.charged_memory};
  add(stakes, {fmt::format("memory of one idle session behind {}", boundary.id),
               published(fixed, io::print(low), io::print(fixed.value()), io::print(high)),
               at_stake(tier, "memory", relative)});
}

void add_cpu(std::vector<Stake>& stakes, const plan::Tier& tier, const catalog::Boundary& boundary,
             catalog::Work work) {
  const catalog::CpuLoss& loss = boundary.loss_for(work);
  if (!loss.fraction.known()) return;
  const auto& estimate = loss.fraction.estimate;
  const double planned = cpu_factor(loss, estimate.value());
  const Relative relative{cpu_factor(loss, estimate.low_or_typical()) / planned,
                          cpu_factor(loss, estimate.high_or_typical()) / planned};
  add(stakes, {fmt::format("CPU loss of {} work behind {}", io::word_for(io::work_words, work), boundary.id),
               published(loss.fraction, percent_text(estimate.low_or_typical()), percent_text(estimate.value()),
                         percent_text(estimate.high_or_typical())),
               at_stake(tier, "cpu", relative)});
}

}  // namespace

std::vector<Stake> measure_first(const SessionAnswer& answer) {
  std::vector<Stake> stakes;
  for (const plan::Tier& tier : answer.plan.tiers) {
    const auto* boundary = catalog::find(answer.catalog.boundaries, tier.boundary);
    const auto asked = std::ranges::find(answer.inputs.classes, tier.session_class, &plan::SessionClass::name);
    if (boundary == nullptr || asked == answer.inputs.classes.end()) continue;
    add_memory(stakes, tier, *boundary);
    add_cpu(stakes, tier, *boundary, asked->work);
  }
  std::ranges::sort(stakes, {}, [](const Stake& s) { return std::pair(-s.at_stake, std::string_view(s.figure)); });
  return stakes;
}

}  // namespace planner::report
