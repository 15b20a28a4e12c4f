#include <fmt/format.h>

#include <algorithm>

#include "planner/io/unit_text.hpp"
#include "planner/report/simulation.hpp"
#include "report/document/document.hpp"
#include "report/document/json_parts.hpp"
#include "report/document/numbers.hpp"
#include "report/sessions/session_texts.hpp"

namespace planner::report {
namespace {

using plan::SimulatedFigure;

std::int64_t count_if_inside(const plan::SimulationPlan& plan, std::optional<bool> inside) {
  return std::ranges::count(plan.figures, inside, &SimulatedFigure::inside);
}

std::string short_number(double value) { return io::print_number(value, 4); }
std::string rough(double value) { return io::print_number(value, 2); }

std::string verdict(const SimulatedFigure& f) {
  if (!f.inside) return "not seen";
  if (f.by_tolerance()) return "by tolerance";
  return *f.inside ? "yes" : "no";
}

/// starts_per_s -> starts per s.
std::string words(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

/// One table for each class, model or pool of hosts, in the order of the figures.
void add_tables(Document& doc, const plan::SimulationPlan& plan) {
  for (auto first = plan.figures.begin(); first != plan.figures.end();) {
    const auto last =
        std::find_if(first, plan.figures.end(), [&](const SimulatedFigure& f) { return f.subject != first->subject; });
    Table table({{"figure"},
                 {"predicted", Align::right},
                 {"tolerance", Align::right},
                 {"simulated", Align::right},
                 {"±", Align::right},
                 {"inside"}});
    for (auto f = first; f != last; ++f)
      table.row({words(f->figure), short_number(f->predicted), f->tolerance > 0 ? rough(f->tolerance) : "-",
                 short_number(f->simulated.mean), rough(f->simulated.half_width), verdict(*f)});
    doc.section(first->subject, table);
    first = last;
  }
}

std::string headline(const SimulationAnswer& a) {
  const auto inside = count_if_inside(a.plan, true), outside = count_if_inside(a.plan, false);
  const std::string level = percent_text(a.inputs.confidence);
  const auto near = std::ranges::count_if(a.plan.figures, &SimulatedFigure::by_tolerance);
  const std::string by = near > 0 ? fmt::format(", {} of them by the tolerance of an approximation", near) : "";
  if (outside == 0)
    return fmt::format("All {} figures that were seen lie inside their {} interval{}.", inside, level, by);
  return fmt::format("{} of {} figures lie outside their {} interval.", outside, inside + outside, level);
}

Document document(const SimulationAnswer& a) {
  Document doc;
  if (a.plan.figures.empty()) {
    doc.paragraph(a.status == plan::Status::infeasible ? "Nothing to play: the plan is infeasible."
                                                       : "Nothing to play.");
    for (const std::string& note : a.plan.notes) doc.paragraph(note);
    return doc;
  }
  doc.paragraph(headline(a));
  doc.paragraph(
      fmt::format("{} events in {} replications of each system, seed {}. At {} about one figure in {:.0f} lies "
                  "outside by chance.",
                  count_text(static_cast<double>(a.plan.events)), a.inputs.replications, a.inputs.seed,
                  percent_text(a.inputs.confidence), 1.0 / (1.0 - a.inputs.confidence)));
  add_tables(doc, a.plan);
  doc.section("Assumed and left out", a.plan.notes);
  return doc;
}

OrderedJson figure_json(const SimulatedFigure& f) {
  return {{"subject", f.subject},
          {"figure", f.figure},
          {"predicted", number(f.predicted)},
          {"tolerance", number(f.tolerance)},
          {"simulated", number(f.simulated.mean)},
          {"low", number(f.simulated.lower())},
          {"high", number(f.simulated.upper())},
          {"inside", f.inside ? OrderedJson(*f.inside) : OrderedJson(nullptr)}};
}

}  // namespace

std::string simulation_json(const SimulationAnswer& a) {
  OrderedJson figures = OrderedJson::array();
  for (const SimulatedFigure& f : a.plan.figures) figures.push_back(figure_json(f));
  const OrderedJson json{{"status", to_text(a.status)},
                         {"seed", a.inputs.seed},
                         {"replications", a.inputs.replications},
                         {"confidence", number(a.inputs.confidence)},
                         {"events", a.plan.events},
                         {"inside", count_if_inside(a.plan, true)},
                         {"outside", count_if_inside(a.plan, false)},
                         {"unseen", count_if_inside(a.plan, std::nullopt)},
                         {"figures", figures},
                         {"notes", a.plan.notes}};
  return json.dump(2) + "\n";
}

std::string simulation_table(const SimulationAnswer& answer) { return document(answer).text(); }

std::string simulation_markdown(const SimulationAnswer& answer) { return document(answer).markdown(); }

std::string simulation_csv(const SimulationAnswer& answer) {
  Table table({{"subject"}, {"figure"}, {"predicted"}, {"tolerance"}, {"simulated"}, {"low"}, {"high"}, {"inside"}});
  const auto full = [](double value) { return fmt::format("{}", value); };
  for (const SimulatedFigure& f : answer.plan.figures)
    table.row({f.subject, f.figure, full(f.predicted), full(f.tolerance), full(f.simulated.mean),
               full(f.simulated.lower()), full(f.simulated.upper()), verdict(f)});
  return table.csv();
}

}  // namespace planner::report
