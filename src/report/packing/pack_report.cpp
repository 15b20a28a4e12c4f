#include <fmt/format.h>

#include "planner/io/unit_text.hpp"
#include "planner/report/pack.hpp"
#include "report/document/json_parts.hpp"
#include "report/document/numbers.hpp"
#include "report/packing/pack_texts.hpp"
#include "report/sessions/session_texts.hpp"

namespace planner::report {
namespace {

using plan::PackInputs;
using plan::PackPlan;

constexpr std::size_t shown_patterns = 30;

std::string whole(std::int64_t n) { return count_text(static_cast<double>(n)); }

OrderedJson resources_json(const PackInputs& in, const PackPlan& plan) {
  OrderedJson list = OrderedJson::array();
  for (const plan::PackConstraint& c : plan.counts)
    list.push_back({{"id", c.resource}, {in.bins.size() == 1 ? "bins" : "cost", number(c.cost)}});
  return list;
}

OrderedJson bin_types_json(const PackInputs& in, const PackPlan& plan) {
  OrderedJson list = OrderedJson::array();
  for (std::size_t t = 0; t < in.bins.size(); ++t)
    list.push_back({{"id", in.bins[t]}, {"count", plan.bins_used[t]}, {"cost", number(in.problem.bins[t].cost)}});
  return list;
}

OrderedJson item_types_json(const PackInputs& in, const PackPlan& plan) {
  OrderedJson list = OrderedJson::array();
  for (std::size_t i = 0; i < in.items.size(); ++i) {
    OrderedJson item{{"id", in.items[i]}, {"count", in.problem.items[i].count}};
    item["price"] = plan.result.prices.empty() ? OrderedJson(nullptr) : number(plan.result.prices[i]);
    list.push_back(item);
  }
  return list;
}

OrderedJson patterns_json(const PackInputs& in, const PackPlan& plan) {
  OrderedJson list = OrderedJson::array();
  for (const math::PackPattern& p : plan.result.patterns)
    list.push_back({{"count", p.count}, {"bin", in.bins[p.bin]}, {"items", p.items}});
  return list;
}

/// 5 x db, 2 x web.
std::string holds(const PackInputs& in, const math::PackPattern& pattern) {
  std::string text;
  for (std::size_t i = 0; i < pattern.items.size(); ++i)
    if (pattern.items[i] > 0)
      text += fmt::format("{}{} x {}", text.empty() ? "" : ", ", whole(pattern.items[i]), in.items[i]);
  return text;
}

Table pattern_table(const PackInputs& in, const PackPlan& plan) {
  const bool types = in.bins.size() > 1;
  std::vector<Column> columns{{"bins", Align::right}};
  if (types) columns.push_back({"of type"});
  columns.push_back({"each holds (items x type)"});
  Table table(columns);
  for (std::size_t p = 0; p < std::min(shown_patterns, plan.result.patterns.size()); ++p) {
    const math::PackPattern& pattern = plan.result.patterns[p];
    std::vector<std::string> row{whole(pattern.count)};
    if (types) row.push_back(in.bins[pattern.bin]);
    row.push_back(holds(in, pattern));
    table.row(row);
  }
  return table;
}

Table resource_table(const PackInputs& in, const PackPlan& plan) {
  Table table({{"resource"}, {in.bins.size() > 1 ? "cost by it alone" : "bins by it alone", Align::right}});
  for (const plan::PackConstraint& c : plan.counts) table.row({c.resource, io::print_number(c.cost, 6)});
  return table;
}

}  // namespace

Document pack_document(const PackInputs& in, const PackPlan& plan) {
  Document doc;
  doc.paragraph(pack_headline(in, plan));
  doc.section("Why not", pack_reasons(in, plan));
  if (plan.status != plan::Status::ok) return doc;
  if (plan.binding.empty()) return doc;
  doc.paragraph("Scarcest resource: " + plan.binding + ".");
  doc.section("Bins by resource, if items could be cut at will", resource_table(in, plan));
  doc.section("Patterns", pattern_table(in, plan));
  if (const std::size_t more = plan.result.patterns.size(); more > shown_patterns)
    doc.paragraph(fmt::format("... and {} more patterns: --json has all.", more - shown_patterns));
  return doc;
}

std::string pack_json(const PackInputs& inputs, const PackPlan& plan) {
  const math::PackResult& r = plan.result;
  const bool packed = plan.status == plan::Status::ok;
  const auto if_packed = [packed](OrderedJson value) { return packed ? value : OrderedJson(nullptr); };
  OrderedJson json{{"status", to_text(plan.status)},
                   {"bins", if_packed(r.bins)},
                   {"lower_bound", if_packed(r.lower_bound_bins)},
                   {"proven", r.proven},
                   {"cost", if_packed(number(r.cost))},
                   {"lower_bound_cost", if_packed(number(r.lower_bound))},
                   {"gap", if_packed(number(pack_gap(plan)))},
                   {"binding", text_or_null(plan.binding)},
                   {"resources", resources_json(inputs, plan)},
                   {"bin_types", bin_types_json(inputs, plan)},
                   {"item_types", item_types_json(inputs, plan)},
                   {"reasons", pack_reasons(inputs, plan)},
                   {"patterns", patterns_json(inputs, plan)}};
  return json.dump(2) + "\n";
}

std::string pack_table(const PackInputs& inputs, const PackPlan& plan) { return pack_document(inputs, plan).text(); }

std::string pack_markdown(const PackInputs& inputs, const PackPlan& plan) {
  return pack_document(inputs, plan).markdown();
}

std::string pack_csv(const PackInputs& inputs, const PackPlan& plan) {
  Table table({{"pattern"}, {"count"}, {"bin"}, {"item"}, {"items"}});
  for (std::size_t p = 0; p < plan.result.patterns.size(); ++p) {
    const math::PackPattern& pattern = plan.result.patterns[p];
    for (std::size_t i = 0; i < pattern.items.size(); ++i)
      if (pattern.items[i] > 0)
        table.row({std::to_string(p), std::to_string(pattern.count), inputs.bins[pattern.bin], inputs.items[i],
                   std::to_string(pattern.items[i])});
  }
  return table.csv();
}

}  // namespace planner::report
