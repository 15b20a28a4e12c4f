#include "planner/report/whatif.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "report/document/document.hpp"
#include "report/document/figures.hpp"
#include "report/document/numbers.hpp"

namespace planner::report {
namespace {

using units::usd_per_h;

bool same(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

std::string or_none(const std::string& text) { return text.empty() ? "none" : text; }

const OutlinePart* part_called(const Outline& plan, const std::string& name) {
  const auto it = std::ranges::find(plan.parts, name, &OutlinePart::name);
  return it == plan.parts.end() ? nullptr : &*it;
}

std::vector<std::string> words_between(const OutlinePart& before, const OutlinePart& after) {
  std::vector<std::string> words;
  for (const auto& [what, was] : before.decided) {
    const auto now = std::ranges::find(after.decided, what, [](const auto& pair) { return pair.first; });
    if (now != after.decided.end() && now->second != was)
      words.push_back(fmt::format("{} {} -> {}", what, or_none(was), or_none(now->second)));
  }
  for (const Figure& was : before.figures) {
    const std::optional<double> now = figure(after.figures, was.name);
    const std::string told = figure_text(was.name, was.value), told_now = figure_text(was.name, now);
    if (now && !same(was.value, *now) && told != told_now)
      words.push_back(fmt::format("{} {} -> {}", spoken(was.name), told, told_now));
  }
  return words;
}

OutlinePart without_price(OutlinePart part) {
  std::erase_if(part.figures, [](const Figure& f) { return f.name == "usd_per_h"; });
  return part;
}

std::string price_words(const Outline& before, const Outline& after) {
  const auto was = figure(before.figures, "usd_per_h"), now = figure(after.figures, "usd_per_h");
  if (!now) return after.status;
  const std::string bill = usd_text(*now * usd_per_h) + " USD/h";
  if (!was) return bill;
  if (same(*was, *now)) return bill + ", as before";
  const std::string share = *was > 0 ? fmt::format(" ({})", extra_percent_text(*now / *was - 1)) : "";
  return fmt::format("{}, {} USD/h{}", bill, extra_usd_text((*now - *was) * usd_per_h), share);
}

std::string capitalized(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string first_line(const WhatIf& q) {
  std::string text;
  for (const Alternative& a : q.alternatives)
    text += fmt::format("{}: {}. ", capitalized(a.name), price_words(q.before, a.plan));
  return text + "Before: " + price_words({}, q.before) + ".";
}

Table figures_table(const WhatIf& q) {
  std::vector<Column> columns{{""}, {"before", Align::right}};
  for (const Alternative& a : q.alternatives) columns.push_back({a.name, Align::right});
  Table table(columns);
  for (const std::string& name : figure_names(q)) {
    std::vector<std::string> row{spoken(name), figure_text(name, figure(q.before.figures, name))};
    for (const Alternative& a : q.alternatives) row.push_back(figure_text(name, figure(a.plan.figures, name)));
    table.row(row);
  }
  return table;
}

/// "the difference: base USD/h +412, headroom USD/h +103".
std::string bill_parts(const Outline& before, const Outline& after) {
  std::vector<std::string> parts;
  for (const Figure& was : before.figures) {
    const double extra = figure(after.figures, was.name).value_or(was.value) - was.value;
    if (is_money(was.name) && was.name != "usd_per_h" && !same(extra, 0))
      parts.push_back(fmt::format("{} {}", spoken(was.name), extra_usd_text(extra * usd_per_h)));
  }
  return parts.empty() ? "" : fmt::format("of the bill: {}", fmt::join(parts, ", "));
}

/// Names in a line of their own, where there are any.
void add_names(std::vector<std::string>& lines, const std::string& lead, const std::vector<std::string>& names) {
  if (!names.empty()) lines.push_back(fmt::format("{}: {}", lead, fmt::join(names, ", ")));
}

std::vector<std::string> change_lines(const Outline& before, const Outline& after) {
  std::vector<std::string> lines = after.reasons;
  if (after.figures.empty()) return lines;
  if (std::string bill = bill_parts(before, after); !bill.empty()) lines.push_back(std::move(bill));
  const auto changed = changes_between(before, after);
  std::vector<std::string> priced, unchanged;
  for (const PartChange& c : changed) {
    if (c.price_alone) {
      priced.push_back(c.name);
    } else {
      lines.push_back(fmt::format("{}: {}", c.name, fmt::join(c.words, ", ")));
    }
  }
  for (const OutlinePart& part : before.parts) {
    if (std::ranges::find(changed, part.name, &PartChange::name) == changed.end()) unchanged.push_back(part.name);
  }
  add_names(lines, "only their share of the bill changes", priced);
  add_names(lines, "as before", unchanged);
  return lines;
}

/// What each plan makes of the hosts that exist.
Table fleet_table(const WhatIf& q) {
  using enum Align;
  Table table(
      {{"plan"}, {"host"}, {"have", right}, {"need", right}, {"buy", right}, {"free", right}, {"convert", right}});
  const auto add = [&](const std::string& name, const Outline& plan) {
    for (const plan::FleetChange& c : plan::fleet_changes(*q.existing, plan.fleet)) {
      table.row({name, c.host, count_text(c.have), count_text(c.need), count_text(c.buy), count_text(c.free),
                 c.convert ? count_text(*c.convert) : "-"});
    }
  };
  if (!q.existing) return table;
  add("before", q.before);
  for (const Alternative& a : q.alternatives) add(a.name, a.plan);
  return table;
}

Document document_of(const WhatIf& q) {
  Document document;
  document.paragraph(first_line(q));
  document.section("Side by side", figures_table(q));
  for (const Alternative& a : q.alternatives) {
    document.section(fmt::format("{}: what changes", capitalized(a.name)), change_lines(q.before, a.plan));
  }
  document.section("Against the fleet that exists, hosts", fleet_table(q));
  return document;
}

std::vector<std::string> csv_row(const std::string& plan_name, const Outline& plan,
                                 const std::vector<std::string>& figures) {
  std::vector<std::string> cells{plan_name, plan.status};
  for (const std::string& name : figures) {
    const auto value = figure(plan.figures, name);
    cells.push_back(value ? fmt::format("{:.12g}", *value) : "");
  }
  return cells;
}

}  // namespace

std::vector<std::string> figure_names(const WhatIf& q) {
  const std::vector<Figure>* figures = &q.before.figures;
  for (const Alternative& a : q.alternatives)
    if (figures->empty()) figures = &a.plan.figures;
  std::vector<std::string> names;
  for (const Figure& f : *figures) names.push_back(f.name);
  return names;
}

std::vector<PartChange> changes_between(const Outline& before, const Outline& after) {
  std::vector<PartChange> changes;
  for (const OutlinePart& was : before.parts) {
    const OutlinePart* now = part_called(after, was.name);
    const auto words = now != nullptr ? words_between(was, *now) : std::vector<std::string>{"is gone"};
    const bool price_alone = now != nullptr && words_between(without_price(was), without_price(*now)).empty();
    if (!words.empty()) changes.push_back({was.name, words, price_alone});
  }
  for (const OutlinePart& now : after.parts) {
    if (part_called(before, now.name) == nullptr)
      changes.push_back(
          {now.name, {fmt::format("is new, {} USD/h", figure_text("usd_per_h", figure(now.figures, "usd_per_h")))}});
  }
  return changes;
}

std::string whatif_table(const WhatIf& question) { return document_of(question).text(); }

std::string whatif_markdown(const WhatIf& question) { return document_of(question).markdown(); }

std::string whatif_html(const WhatIf& question) { return document_of(question).html(); }

std::string whatif_csv(const WhatIf& question) {
  const std::vector<std::string> figures = figure_names(question);
  std::vector<Column> columns{{"plan"}, {"status"}};
  for (const std::string& name : figures) columns.push_back({name});
  Table table(columns);
  table.row(csv_row("before", question.before, figures));
  for (const Alternative& a : question.alternatives) table.row(csv_row(a.name, a.plan, figures));
  return table.csv();
}

}  // namespace planner::report
