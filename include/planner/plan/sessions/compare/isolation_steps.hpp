#pragma once
#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planner/plan/sessions/compare/variants.hpp"
#include "planner/plan/sessions/question/allowed.hpp"

/// The price of each step up in isolation, alone: all sessions without GPUs behind one kind of boundary, whatever policy
/// allows.
namespace planner::plan::sessions {

/// A kind of boundary, from the weakest to the strongest.
struct IsolationStep {
  std::string_view name;
  catalog::Kernel kernel;
  catalog::Devices devices;
  [[nodiscard]] bool has(const catalog::Boundary& b) const { return b.kernel == kernel && b.devices == devices; }
};
inline constexpr std::array isolation_steps{
    IsolationStep{"containers only", catalog::Kernel::shared, catalog::Devices::none},
    IsolationStep{"user-space kernels only", catalog::Kernel::userspace, catalog::Devices::none},
    IsolationStep{"microVMs only", catalog::Kernel::own, catalog::Devices::minimal},
    IsolationStep{"full VMs only", catalog::Kernel::own, catalog::Devices::full}};

namespace detail {

/// Boundaries that are only shown take part where the scenario names them for all of the tenancy's classes.
inline bool takes_part(const Question& q, const Tenancy& t, const catalog::Boundary& b) {
  return b.shown_only.empty() ||
         std::all_of(t.classes.begin(), t.classes.end(), [&](std::size_t i) { return named(q, i, b); });
}

/// The unpublished figure that keeps the classes of a tenancy out of all boundaries of this kind; empty: there is none.
inline std::string missing_figure(const Question& q, const Design& design, const IsolationStep& step) {
  for (const std::size_t i : design.tenancy().classes)
    for (std::size_t o = 0; o < design.table().options().size(); ++o) {
      const catalog::Boundary& b = *design.table().options()[o].boundary;
      for (std::size_t h = 0; h < design.table().hosts().size() && step.has(b) && takes_part(q, design.tenancy(), b); ++h)
        if (const Rejected* const refusal = design.table().refusal(i, o, h); refusal && refusal->code.starts_with("unknown."))
          return q.session(i).name + ": " + refusal->reason;
    }
  return "";
}

/// A variant with what each tenancy pays in it; nothing for those that no boundary of this kind takes.
struct PricedStep {
  Variant variant{};
  std::vector<std::optional<Price>> tenancies{};
};

/// Each tenancy behind its cheapest boundary of that kind.
inline PricedStep behind_one_kind(const Question& q, std::deque<Design>& designs, const IsolationStep& step) {
  PricedStep priced;
  Variant& v = priced.variant;
  v.name = step.name;
  Behind behind;
  for (Design& d : designs) {
    const auto admits = [&](std::size_t o) {
      const catalog::Boundary& b = *d.table().options()[o].boundary;
      return step.has(b) && takes_part(q, d.tenancy(), b);
    };
    const auto& price = priced.tenancies.emplace_back(cheapest_of_one(d, admits, behind));
    if (price) {
      v.hosts += price->hosts;
      v.usd += price->usd;
    } else if (v.status == Status::ok) {
      v.description = missing_figure(q, d, step);
      v.status = v.description.empty() ? Status::infeasible : Status::unknown;
      if (v.description.empty()) v.description = d.tenancy().name + ": no boundary of this kind takes all of its classes";
    }
  }
  if (v.status == Status::ok) v.description = behind.text();
  return priced;
}

/// What the tenancies that both steps take pay more; says which are left out.
inline void add_extra(std::deque<Design>& designs, PricedStep& step, const PricedStep& below) {
  std::string left_out;
  bool any = false;
  for (std::size_t t = 0; t < designs.size(); ++t) {
    if (step.tenancies[t]) {
      step.variant.extra_usd += step.tenancies[t]->usd - below.tenancies[t]->usd;
      any = true;
    } else {
      left_out += (left_out.empty() ? "" : ", ") + designs[t].tenancy().name;
    }
  }
  if (any) step.variant.over = below.variant.name;
  if (any && !left_out.empty())
    step.variant.description += "; without " + left_out + " " + say(step.variant.extra_usd) + " more than " + below.variant.name;
}

}  // namespace detail

/// One variant for each kind of boundary; what it costs more is over the next weaker kind that takes all tenancies.
inline std::vector<Variant> steps_up(const Question& q, std::deque<Design>& designs) {
  std::vector<Variant> steps;
  std::optional<detail::PricedStep> below;
  for (const IsolationStep& step : isolation_steps) {
    detail::PricedStep priced = detail::behind_one_kind(q, designs, step);
    if (below) detail::add_extra(designs, priced, *below);
    steps.push_back(priced.variant);
    if (priced.variant.status == Status::ok) below = std::move(priced);
  }
  return steps;
}

}  // namespace planner::plan::sessions
