#include "report/packing/pack_texts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "planner/io/unit_text.hpp"
#include "report/document/numbers.hpp"

namespace planner::report {
namespace {

std::string misfit_text(const plan::PackInputs& in, std::size_t item, const std::vector<plan::PackMisfit>& all) {
  std::string text = fmt::format("\"{}\" fits no bin, not even alone", in.items[item]);
  for (const plan::PackMisfit& m : all)
    if (m.item == item)
      text += fmt::format("; it needs {} of {}, and the largest bin has {}", io::print_number(m.size, 12),
                          in.resources[m.resource].name, io::print_number(m.largest, 12));
  return text + ".";
}

std::string exhausted_text(const plan::PackPlan& plan) {
  std::string text = plan.result.proven ? "The bins that there are cannot hold all items."
                                        : "No packing into the bins that there are was found, nor that there is none.";
  if (plan.bins_without_limits)
    text += fmt::format(" With enough of each type {} bins would do.",
                        count_text(static_cast<double>(*plan.bins_without_limits)));
  return text;
}

/// 3 of small, 9 of large.
std::string bins_by_type(const plan::PackInputs& in, const plan::PackPlan& plan) {
  std::string text;
  for (std::size_t t = 0; t < in.bins.size(); ++t)
    if (plan.bins_used[t] > 0)
      text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", count_text(static_cast<double>(plan.bins_used[t])),
                          in.bins[t]);
  return text;
}

}  // namespace

double pack_gap(const plan::PackPlan& plan) {
  const auto& [cost, bound] = std::pair(plan.result.cost, plan.result.lower_bound);
  return plan.result.proven || cost <= 0.0 ? 0.0 : (cost - bound) / cost;
}

std::vector<std::string> pack_reasons(const plan::PackInputs& inputs, const plan::PackPlan& plan) {
  std::vector<std::string> reasons;
  for (const std::size_t item : plan.result.misfits) reasons.push_back(misfit_text(inputs, item, plan.misfits));
  if (plan.result.status == math::PackStatus::exhausted) reasons.push_back(exhausted_text(plan));
  return reasons;
}

std::string pack_headline(const plan::PackInputs& inputs, const plan::PackPlan& plan) {
  if (plan.status != plan::Status::ok) {
    const auto misfits = plan.result.misfits.size();
    return misfits == 0 ? "Infeasible: the bins run out."
                        : fmt::format("Infeasible: {} item type{} no bin.", misfits, misfits == 1 ? " fits" : "s fit");
  }
  const math::PackResult& r = plan.result;
  std::string text = count_text(static_cast<double>(r.bins)) + (r.bins == 1 ? " bin" : " bins");
  if (inputs.bins.size() > 1)
    text += fmt::format(" at a cost of {}: {}", io::print_number(r.cost, 6), bins_by_type(inputs, plan));
  if (r.proven) return text + ". Proven optimal.";
  if (inputs.bins.size() > 1)
    return text + fmt::format(". No packing costs less than {} (gap {}).", io::print_number(r.lower_bound, 6),
                              percent_text(pack_gap(plan)));
  return text + fmt::format(". No packing has fewer than {} (gap {}).",
                            count_text(static_cast<double>(r.lower_bound_bins)), percent_text(pack_gap(plan)));
}

}  // namespace planner::report
