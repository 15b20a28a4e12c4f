#include <fmt/format.h>

#include <algorithm>

#include "report/document/numbers.hpp"
#include "report/sessions/memo_lines.hpp"
#include "report/sessions/session_document.hpp"
#include "report/sessions/session_lists.hpp"
#include "report/sessions/session_prices.hpp"
#include "report/sessions/session_texts.hpp"
#include "report/uncertainty/measure_first.hpp"
#include "report/uncertainty/uncertainty_parts.hpp"

namespace planner::report {
namespace {

constexpr Align right = Align::right;

const catalog::Boundary* boundary_of(const SessionAnswer& answer, const std::string& id) {
  return catalog::find(answer.catalog.boundaries, id);
}

/// The boundaries that the plan uses, each once.
std::vector<std::string> used_boundaries(const plan::SessionPlan& p) {
  std::vector<std::string> ids;
  for (const plan::Tier& t : p.tiers) {
    if (std::ranges::find(ids, t.boundary) == ids.end()) ids.push_back(t.boundary);
  }
  return ids;
}

Table kernel_table(const SessionAnswer& answer) {
  Table table({{"class"}, {"trust"}, {"sessions", right}, {"boundary"}, {"on hosts"}, {"kernel that runs the code"}});
  for (const plan::Tier& t : answer.plan.tiers) {
    table.row({t.session_class, t.trust, count_text(t.sessions.in(units::session)), boundary_text(t),
               count_text(t.hosts) + " x " + t.host, t.kernel});
  }
  return table;
}

/// What each boundary lets the code reach, as published.
Table surface_table(const SessionAnswer& answer) {
  Table table({{"boundary"}, {"what the code can reach"}, {"published"}});
  for (const std::string& id : used_boundaries(answer.plan)) {
    const catalog::Boundary* boundary = boundary_of(answer, id);
    if (boundary == nullptr) continue;
    for (const catalog::SurfaceFact& fact : boundary->surface) {
      table.row({id, fact.what, fact.detail.empty() ? fact.value : fact.value + " (" + fact.detail + ")"});
    }
  }
  return table;
}

Table cost_table(const SessionAnswer& answer) {
  Table table({{"class"},
               {"boundary"},
               {"memory on top", right},
               {"charged", right},
               {"CPU", right},
               {"start p50", right},
               {"start p99", right},
               {"GPU"}});
  for (const plan::Tier& t : answer.plan.tiers) {
    table.row({t.session_class, t.boundary, fmt::format("{:.0f} MiB", t.overhead.total().in(units::MiB)),
               fmt::format("{:.0f} MiB", t.charged_memory.in(units::MiB)), "+" + percent_text(t.cpu_loss),
               time_text(t.start.p50), time_text(t.start.p99), t.gpu_mode.empty() ? "none" : t.gpu_mode});
  }
  return table;
}

Table density_table(const SessionAnswer& answer) {
  Table table({{"all CPU sessions behind"},
               {"hosts", right},
               {"USD/h", right},
               {"against containers", right},
               {"extra USD/h", right},
               {"USD per session-month", right}});
  for (const plan::ComparisonRow& row : answer.plan.comparison) {
    if (!row.usd) continue;
    table.row(
        {row.boundary, row.hosts ? count_text(*row.hosts) : "-", usd_text(*row.usd),
         row.density_vs_container ? percent_text(*row.density_vs_container) : "-",
         row.extra_usd ? extra_usd_text(*row.extra_usd) : "-",
         row.usd_per_session ? fmt::format("{:.2f}", (*row.usd_per_session * units::month).in(units::usd)) : "-"});
  }
  return table;
}

/// "snippet: memory asks for 105 hosts, cpu for 88."
std::string binding_line(const plan::Tier& t) {
  std::vector<plan::ConstraintCount> counts = t.counts;
  std::ranges::sort(counts, {},
                    [](const plan::ConstraintCount& c) { return std::pair(-c.hosts, std::string_view(c.constraint)); });
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, counts.size()); ++i) {
    text += i == 0 ? fmt::format("{} asks for {}", counts[i].constraint, counted(counts[i].hosts, "host"))
                   : fmt::format(", {} for {}", counts[i].constraint, count_text(counts[i].hosts));
  }
  return fmt::format("{}: {}.", t.session_class, text);
}

std::vector<std::string> binding_lines(const plan::SessionPlan& p) {
  std::vector<std::string> lines;
  for (const plan::Tier& t : p.tiers) lines.push_back(binding_line(t));
  return lines;
}

Table stake_table(const SessionAnswer& answer) {
  constexpr std::size_t most = 6;
  Table table({{"measure on your own hosts"}, {"published"}, {"USD/h at stake", right}});
  const std::vector<Stake> stakes = measure_first(answer);
  for (std::size_t i = 0; i < std::min(most, stakes.size()); ++i) {
    table.row({stakes[i].figure, stakes[i].published, usd_text(stakes[i].at_stake)});
  }
  return table;
}

}  // namespace

std::string sessions_memo(const SessionAnswer& answer) {
  const plan::SessionPlan& p = answer.plan;
  Document memo;
  memo.title(answer.inputs.name.empty() ? "Isolation of sessions" : answer.inputs.name);
  memo.paragraph("**" + session_headline(answer) + "**");
  for (const std::string& reason : p.reasons) memo.bullet(reason);
  for (const std::string& line : reliance_lines(p)) memo.bullet(line);
  if (p.tiers.empty()) return memo.markdown();
  if (answer.uncertainty != nullptr) memo.paragraph(uncertainty_sentence(*answer.uncertainty));
  memo.paragraph(headroom_sentence(p));
  memo.paragraph(bound_sentence(p) + " " + price_sentence(answer));
  memo.section("Whose kernel runs the code", kernel_table(answer));
  memo.section("What the code can reach", surface_table(answer));
  memo.section("What the boundary costs each session", cost_table(answer));
  memo.section("Memory that is lent", lending_lines(answer));
  memo.section("Starts on a full host", start_rate_lines(answer));
  memo.section("What the software in it must know", compatibility_lines(answer));
  memo.section("Density given up, and its price", density_table(answer));
  memo.section("The price of each step of isolation over the one before", variant_table(p));
  memo.section("Stronger isolation for nothing", free_isolation_lines(answer));
  memo.section("Hosts from base to all", headroom_table(p));
  memo.section("What binds", binding_lines(p));
  memo.section("What would change the choice", turning_points(p));
  memo.section("What nobody has published", unknown_lines(p));
  if (answer.uncertainty != nullptr) {
    add_uncertainty(memo, *answer.uncertainty);
  } else {
    memo.section("What to measure first", stake_table(answer));
  }
  memo.section("What else to know", p.notes);
  memo.section("Defaults used", std::vector<std::string>{defaults_text(answer.inputs)});
  return memo.markdown();
}

}  // namespace planner::report
