#include <fmt/format.h>

#include "planner/io/unit_text.hpp"
#include "planner/report/mig.hpp"
#include "report/document/document.hpp"
#include "report/document/json_parts.hpp"
#include "report/document/numbers.hpp"
#include "report/sessions/session_texts.hpp"

namespace planner::report {
namespace {

using plan::MigPlan;

std::string whole(std::int64_t n) { return count_text(static_cast<double>(n)); }
std::string gpus_text(std::int64_t n) { return whole(n) + (n == 1 ? " GPU" : " GPUs"); }

std::string headline(const MigPlan& plan) {
  if (plan.status != plan::Status::ok) return "Infeasible: these instances do not fit on the GPU.";
  if (plan.proven) return gpus_text(plan.gpus) + ". Proven optimal.";
  return fmt::format("{}. No way to cut needs fewer than {}.", gpus_text(plan.gpus), whole(plan.lower_bound));
}

OrderedJson layouts_json(const MigPlan& plan) {
  OrderedJson list = OrderedJson::array();
  for (const plan::MigLayoutCount& layout : plan.layouts) {
    OrderedJson placements = OrderedJson::array();
    for (const plan::MigPlaced& p : layout.placements)
      placements.push_back({{"profile", p.profile}, {"start", p.start}, {"size", p.size}});
    list.push_back({{"count", layout.count}, {"placements", placements}});
  }
  return list;
}

OrderedJson constraints_json(const MigPlan& plan) {
  OrderedJson list = OrderedJson::array();
  for (const plan::MigConstraint& c : plan.counts)
    list.push_back({{"constraint", c.constraint}, {"gpus", number(c.gpus)}});
  return list;
}

/// 3g.40gb@0 2g.20gb@4.
std::string cut(const plan::MigLayoutCount& layout) {
  std::string text;
  for (const plan::MigPlaced& p : layout.placements)
    text += fmt::format("{}{}@{}", text.empty() ? "" : " ", p.profile, p.start);
  return text;
}

Table layout_table(const MigPlan& plan) {
  Table table({{"GPUs", Align::right}, {"each is cut into (profile@first memory slice)"}});
  for (const plan::MigLayoutCount& layout : plan.layouts) table.row({whole(layout.count), cut(layout)});
  return table;
}

Table constraint_table(const MigPlan& plan) {
  Table table({{"constraint"}, {"GPUs by it alone", Align::right}});
  for (const plan::MigConstraint& c : plan.counts) table.row({c.constraint, io::print_number(c.gpus, 6)});
  return table;
}

Document document(const MigPlan& plan) {
  Document doc;
  doc.paragraph(headline(plan));
  doc.section("Why not", plan.reasons);
  if (!plan.binding.empty()) doc.paragraph("Binding: " + plan.binding + ".");
  doc.section("Layouts", layout_table(plan));
  doc.section("GPUs by constraint", constraint_table(plan));
  if (!plan.placements_verified)
    doc.paragraph("The placements of " + plan.table +
                  " are inferred from its family: no driver's own list has been published.");
  return doc;
}

}  // namespace

std::string mig_json(const MigPlan& plan) {
  const bool fits = plan.status == plan::Status::ok;
  const auto if_fits = [fits](OrderedJson value) { return fits ? value : OrderedJson(nullptr); };
  OrderedJson json{{"status", to_text(plan.status)},
                   {"table", plan.table},
                   {"gpus", if_fits(plan.gpus)},
                   {"lower_bound", if_fits(plan.lower_bound)},
                   {"proven", plan.proven},
                   {"binding", text_or_null(plan.binding)},
                   {"constraints", constraints_json(plan)},
                   {"placements_verified", plan.placements_verified},
                   {"reasons", plan.reasons},
                   {"layouts", layouts_json(plan)}};
  return json.dump(2) + "\n";
}

std::string mig_table(const MigPlan& plan) { return document(plan).text(); }

std::string mig_markdown(const MigPlan& plan) { return document(plan).markdown(); }

std::string mig_csv(const MigPlan& plan) {
  Table table({{"layout"}, {"gpus"}, {"profile"}, {"start"}, {"size"}});
  for (std::size_t l = 0; l < plan.layouts.size(); ++l)
    for (const plan::MigPlaced& p : plan.layouts[l].placements)
      table.row({std::to_string(l), std::to_string(plan.layouts[l].count), p.profile, std::to_string(p.start),
                 std::to_string(p.size)});
  return table.csv();
}

}  // namespace planner::report
