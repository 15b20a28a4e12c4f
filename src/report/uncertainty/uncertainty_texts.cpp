#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/document/numbers.hpp"
#include "report/uncertainty/uncertainty_parts.hpp"

namespace planner::report {
namespace {

constexpr Align right = Align::right;

std::string usd(double per_h) {
  return std::isfinite(per_h) ? usd_text(per_h * units::usd_per_h) : std::string("none");
}
std::string hosts_text(double hosts) { return std::isfinite(hosts) ? count_text(hosts) : std::string("none"); }
std::string share(double s) {
  return s > 0.995 && s < 1 ? "> 99 %" : s < 0.005 && s > 0 ? "< 1 %" : fmt::format("{:.0f} %", 100 * s);
}

std::string value(const plan::UncertainNumber& n, double x) {
  return n.dim == dimensionless ? io::print_number(x, 3) : io::print_amount(x, n.dim, 3);
}

/// The same outlook: two names for what costs the same in every world.
bool alike(const plan::DesignOutlook& a, const plan::DesignOutlook& b) {
  return a.usd.p10 == b.usd.p10 && a.usd.p50 == b.usd.p50 && a.usd.p90 == b.usd.p90 && a.regret == b.regret &&
         a.best == b.best && a.served == b.served && a.missed == b.missed;
}

/// What a design fails to do more, or less, often than the plan's own.
std::string failings(const plan::DesignOutlook& o, const plan::DesignOutlook& own) {
  std::string text;
  if (o.served != own.served) text += fmt::format("; fits in {} of the worlds", share(o.served));
  if (o.missed != own.missed) text += fmt::format("; misses a target in {}", share(o.missed));
  return text;
}

Table design_table(const plan::UncertaintyPlan& p) {
  Table table({{"USD/h p10", right}, {"p50", right}, {"p90", right}, {"regret", right}, {"best", right}, {"design"}});
  for (std::size_t d = 0; d < p.designs.size(); ++d) {
    const plan::DesignOutlook& o = p.designs[d];
    const auto same = [&](const plan::DesignOutlook& other) { return alike(o, other); };
    if (std::any_of(p.designs.begin(), p.designs.begin() + static_cast<std::ptrdiff_t>(d), same)) continue;
    const auto twins = std::count_if(p.designs.begin() + static_cast<std::ptrdiff_t>(d) + 1, p.designs.end(), same);
    std::string name = o.name + (d == p.first_choice ? " (least regret)" : "") + failings(o, p.designs.front());
    if (twins > 0) name += fmt::format(" (and {} like it)", twins);
    table.row({usd(o.usd.p10), usd(o.usd.p50), usd(o.usd.p90), usd(o.regret), share(o.best), std::move(name)});
  }
  return table;
}

/// A share that is no larger than its own error is none to be told.
std::optional<double> told_share(const plan::NumberOutlook& n) {
  if (!n.share || n.share->total.value <= n.share->total.error) return std::nullopt;
  return std::min(1.0, n.share->total.value);
}

std::string share_of_spread(const plan::NumberOutlook& n) {
  if (!n.share) return "";
  if (const auto told = told_share(n)) return fmt::format("{:.0f} ± {:.0f} %", 100 * *told, 100 * n.share->total.error);
  return n.share->total.error < 0.01 ? "0 %" : "unclear";
}

/// The largest swings; the rest would move the cost by little.
constexpr std::size_t rows_told = 10;

Table tornado_table(const plan::UncertaintyPlan& p) {
  Table table({{"USD/h at low", right}, {"at high", right}, {"of spread", right}, {"number, low to high"}});
  for (std::size_t i = 0; i < std::min(rows_told, p.numbers.size()); ++i) {
    const plan::NumberOutlook& n = p.numbers[i];
    table.row({usd(n.usd_at_low), usd(n.usd_at_high), share_of_spread(n),
               fmt::format("{} {} to {}{}", n.number.id, value(n.number, n.number.law.low()),
                           value(n.number, n.number.law.high()),
                           n.number.own_error ? " (the error of this planner's own estimate)" : "")});
  }
  return table;
}

std::vector<std::string> turning_lines(const plan::UncertaintyPlan& p) {
  std::vector<std::string> lines;
  for (const plan::NumberOutlook& n : p.numbers) {
    std::string line;
    const auto side = [&](double x) { return x > n.number.law.typical() ? "above" : "below"; };
    if (n.break_even)
      line = fmt::format("{} {}, \"{}\" is cheaper", side(n.break_even->value), value(n.number, n.break_even->value),
                         n.break_even->design);
    if (n.fleet_until)
      line += fmt::format("{}{} {} the fleet is too small", line.empty() ? "" : "; ", side(*n.fleet_until),
                          value(n.number, *n.fleet_until));
    if (!line.empty())
      lines.push_back(n.number.id + " (" + value(n.number, n.number.law.typical()) + "): " + line + ".");
    if (lines.size() == rows_told) break;
  }
  return lines;
}

std::vector<std::string> measure_lines(const plan::UncertaintyPlan& p) {
  std::vector<std::string> lines;
  for (const plan::NumberOutlook* n : measure_order(p)) {
    std::string why;
    if (n->worth_knowing >= 0.005)
      why = "knowing it before the choice saves " + usd(n->worth_knowing) + " USD/h on average";
    if (const auto told = told_share(*n); told && *told >= 0.005)
      why += (why.empty() ? "" : ", and ") + share(*told) + " of the spread of the cost comes from it";
    lines.push_back(n->number.id + (why.empty() ? "" : ": " + why));
  }
  return lines;
}

std::string choice_sentence(const plan::UncertaintyPlan& p) {
  const plan::DesignOutlook& first = p.designs[p.first_choice];
  std::string text = p.first_choice == 0 ? std::string("No design compared is regretted less than the plan's own; it")
                                         : fmt::format("The least regret has \"{}\"; it", first.name);
  text += fmt::format(" is the cheapest in {} of the worlds, ties shared out.", share(first.best));
  const plan::DesignOutlook& own = p.designs.front();
  if (own.served < 1) text += fmt::format(" The plan's own fits in {} of them.", share(own.served));
  if (own.missed > 0) text += fmt::format(" It misses a target in {}.", share(own.missed));
  if (!p.stable)
    text += " That is not stable: another design is within two standard errors, so that other samples may name it.";
  return text;
}

std::string method_sentence(const plan::UncertaintyPlan& p) {
  std::string text = fmt::format(
      "Worked out in {} worlds (seed {}), the same for every design. Low, typical and high are p10, p50 and p90 where "
      "nothing else is said; numbers are drawn independently. Each design keeps who runs where and is priced by closed "
      "form "
      "with whole hosts, without a search or a proof.",
      count_text(p.samples), p.seed);
  if (p.full.solved > 0)
    text += fmt::format(
        " {} worlds decided and solved in full: the plan's own design costs {} % of that in the "
        "median, {} % at the most.",
        count_text(p.full.solved), signed_text(100 * p.full.median_excess, 1),
        signed_text(100 * p.full.most_excess, 1));
  if (p.without_effect > 0) text += fmt::format(" {} more uncertain numbers change nothing.", p.without_effect);
  if (p.held > 0) text += fmt::format(" {} with the least effect are held at their typical values.", p.held);
  if (p.refused > 0)
    text += fmt::format(" {} worlds are left out: their values together break a rule of the scenario.", p.refused);
  return text;
}

}  // namespace

std::string randomness(const plan::UncertaintyPlan* p) {
  return p == nullptr ? "no random numbers" : fmt::format("{} worlds of seed {}", count_text(p->samples), p->seed);
}

std::string law_name(const math::SpreadLaw& law) {
  const std::string scale = law.logarithmic() ? "log" : "";
  switch (law.shape()) {
    case math::SpreadShape::exact:
      return "exact";
    case math::SpreadShape::normal:
      return scale + "normal";
    case math::SpreadShape::metalog:
      return scale.empty() ? "metalog" : "log-metalog";
    case math::SpreadShape::split:
      return "split-" + scale + "normal";
    case math::SpreadShape::pert:
      return "pert";
  }
  return "";
}

std::vector<const plan::NumberOutlook*> measure_order(const plan::UncertaintyPlan& p) {
  constexpr std::size_t most = 5;
  constexpr double slight = 0.01;  // of the spread, and of the cost in thousandths
  std::vector<const plan::NumberOutlook*> order;
  const auto spread = [](const plan::NumberOutlook* n) { return told_share(*n).value_or(0.0); };
  for (const plan::NumberOutlook& n : p.numbers)
    if (n.worth_knowing > 1e-3 * slight * p.typical_usd || spread(&n) > slight) order.push_back(&n);
  std::ranges::sort(order, {}, [&](const plan::NumberOutlook* n) {
    const double saves = n->worth_knowing > 1e-3 * p.typical_usd ? n->worth_knowing : 0.0;  // what would be noticed
    return std::tuple(-saves, -spread(n), n->number.id);
  });
  if (order.size() > most) order.resize(most);
  return order;
}

std::string uncertainty_sentence(const plan::UncertaintyPlan& p) {
  if (p.designs.empty())
    return "No number that this plan rests on has a low and a high, so that samples change nothing: write what is not "
           "known exactly as {\"low\": ..., \"typical\": ..., \"high\": ...}.";
  const plan::DesignOutlook& own = p.designs.front();
  const std::string fleet = p.own_fleet ? "The hosts of this plan" : "A fleet of " + counted(p.fleet_hosts, "host");
  std::string text = fmt::format(
      "With the numbers as uncertain as they are: {} to {} USD/h (p10 to p90), {} in the median; "
      "{} to {} hosts. {} {} in {} of the worlds.",
      usd(own.usd.p10), usd(own.usd.p90), usd(own.usd.p50), hosts_text(own.hosts.p10), hosts_text(own.hosts.p90), fleet,
      p.own_fleet ? "suffice" : "suffices", share(p.suffices));
  if (p.redecided_usd)
    text += fmt::format(" Decided anew in every world: {} to {} USD/h.", usd(p.redecided_usd->p10),
                        usd(p.redecided_usd->p90));
  return text;
}

void add_uncertainty(Document& document, const plan::UncertaintyPlan& p) {
  if (p.designs.empty()) return;
  document.heading("In many worlds");
  document.paragraph(choice_sentence(p));
  document.table(design_table(p));
  document.section("What moves the cost: each number alone at its low and its high", tornado_table(p));
  document.section("Where it turns, all other numbers typical", turning_lines(p));
  document.section("Measure first, on your own machines", measure_lines(p));
  document.heading("How that was worked out", Fold::closed);
  document.paragraph(method_sentence(p));
}

}  // namespace planner::report
