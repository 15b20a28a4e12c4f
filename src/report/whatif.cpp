#include "planner/report/whatif.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "report/document.hpp"
#include "report/figures.hpp"
#include "report/numbers.hpp"

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
    const Figure now{was.name, figure(after.figures, was.name)};
    if (!same(was.value, now.value))
      words.push_back(fmt::format("{} {} -> {}", spoken(was.name), figure_text(was), figure_text(now)));
  }
  return words;
}

std::string price_words(const Outline& before, const Outline& after) {
  if (after.status == "infeasible") return "infeasible";
  const double was = figure(before.figures, "usd_per_h"), now = figure(after.figures, "usd_per_h");
  const std::string bill = usd_text(now * usd_per_h) + " USD/h";
  if (same(was, now)) return bill + ", as before";
  const std::string share = was > 0 ? fmt::format(" ({}{})", now > was ? "+" : "", percent_text(now / was - 1)) : "";
  return fmt::format("{}, {} USD/h{}", bill, extra_usd_text((now - was) * usd_per_h), share);
}

std::string capitalized(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string first_line(const WhatIf& q) {
  std::string text;
  for (const Alternative& a : q.alternatives)
    text += fmt::format("{}: {}. ", capitalized(a.name), price_words(q.before, a.plan));
  return text + "Before: " + usd_text(figure(q.before.figures, "usd_per_h") * usd_per_h) + " USD/h.";
}

Table figures_table(const WhatIf& q) {
  std::vector<Column> columns{{""}, {"before", Align::right}};
  for (const Alternative& a : q.alternatives) columns.push_back({a.name, Align::right});
  Table table(columns);
  for (const Figure& was : q.before.figures) {
    std::vector<std::string> row{spoken(was.name), figure_text(was)};
    for (const Alternative& a : q.alternatives)
      row.push_back(figure_text({was.name, figure(a.plan.figures, was.name)}));
    table.row(row);
  }
  return table;
}

/// "the difference: base USD/h +412, headroom USD/h +103".
std::string bill_parts(const Outline& before, const Outline& after) {
  std::vector<std::string> parts;
  for (const Figure& was : before.figures) {
    const double extra = figure(after.figures, was.name) - was.value;
    if (is_money(was.name) && was.name != "usd_per_h" && !same(extra, 0))
      parts.push_back(fmt::format("{} {}", spoken(was.name), extra_usd_text(extra * usd_per_h)));
  }
  return parts.empty() ? "" : fmt::format("of the bill: {}", fmt::join(parts, ", "));
}

std::vector<std::string> change_lines(const Outline& before, const Outline& after) {
  std::vector<std::string> lines = after.reasons;
  if (std::string bill = bill_parts(before, after); !bill.empty()) lines.push_back(std::move(bill));
  const auto changed = changes_between(before, after);
  for (const PartChange& c : changed) lines.push_back(fmt::format("{}: {}", c.name, fmt::join(c.words, ", ")));
  std::vector<std::string> unchanged;
  for (const OutlinePart& part : before.parts) {
    if (std::ranges::find(changed, part.name, &PartChange::name) == changed.end()) unchanged.push_back(part.name);
  }
  if (!unchanged.empty()) lines.push_back(fmt::format("as before: {}", fmt::join(unchanged, ", ")));
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

std::vector<std::string> csv_row(const std::string& name, const Outline& plan) {
  std::vector<std::string> cells{name, plan.status};
  for (const Figure& f : plan.figures) cells.push_back(fmt::format("{:.12g}", f.value));
  return cells;
}

}  // namespace

std::vector<PartChange> changes_between(const Outline& before, const Outline& after) {
  std::vector<PartChange> changes;
  for (const OutlinePart& was : before.parts) {
    const OutlinePart* now = part_called(after, was.name);
    const auto words = now != nullptr ? words_between(was, *now) : std::vector<std::string>{"is gone"};
    if (!words.empty()) changes.push_back({was.name, words});
  }
  for (const OutlinePart& now : after.parts) {
    if (part_called(before, now.name) == nullptr)
      changes.push_back(
          {now.name, {fmt::format("is new, {} USD/h", figure_text({"usd_per_h", figure(now.figures, "usd_per_h")}))}});
  }
  return changes;
}

std::string whatif_table(const WhatIf& question) { return document_of(question).text(); }

std::string whatif_markdown(const WhatIf& question) { return document_of(question).markdown(); }

std::string whatif_html(const WhatIf& question) { return document_of(question).html(); }

std::string whatif_csv(const WhatIf& question) {
  std::vector<Column> columns{{"plan"}, {"status"}};
  for (const Figure& f : question.before.figures) columns.push_back({f.name});
  Table table(columns);
  table.row(csv_row("before", question.before));
  for (const Alternative& a : question.alternatives) table.row(csv_row(a.name, a.plan));
  return table.csv();
}

}  // namespace planner::report
