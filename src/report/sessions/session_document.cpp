#include "report/sessions/session_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/document/numbers.hpp"
#include "report/sessions/session_lists.hpp"
#include "report/sessions/session_prices.hpp"
#include "report/sessions/session_texts.hpp"
#include "report/uncertainty/uncertainty_parts.hpp"

namespace planner::report {
namespace {

using plan::Status;

constexpr Align right = Align::right;

Sessions all_sessions(const plan::SessionInputs& inputs) {
  Sessions sum{};
  for (const plan::SessionClass& c : inputs.classes) sum += c.concurrent;
  return sum;
}

Table tier_table(const plan::SessionPlan& p) {
  Table table({{"class"},
               {"boundary"},
               {"sessions", right},
               {"per host", right},
               {"hosts", right},
               {"GPUs", right},
               {"USD/h", right},
               {"binds"}});
  for (const plan::Tier& t : p.tiers) {
    table.row({t.session_class, t.boundary + (t.gpu_mode.empty() ? "" : " + " + t.gpu_mode),
               count_text(t.sessions.in(units::session)), count_text(t.sessions_per_host), count_text(t.hosts),
               t.gpus > 0 ? count_text(t.gpus) : "", usd_text(t.usd),
               t.binding + (t.gpu_slice.empty() ? "" : " " + t.gpu_slice)});
  }
  return table;
}

std::string pool_name(const std::string& trust, const std::string& boundary) { return trust + "/" + boundary; }

Table pool_table(const plan::SessionPlan& p) {
  Table table({{"pool"}, {"host"}, {"base hosts", right}, {"at least", right}, {"USD/h", right}});
  for (const plan::Pool& pool : p.pools) {
    table.row({pool_name(pool.trust, pool.boundary), pool.host, count_text(pool.hosts),
               count_text(pool.lower_bound_hosts), usd_text(pool.usd)});
  }
  return table;
}

Table warm_pool_table(const plan::SessionPlan& p) {
  Table table({{"class"}, {"pools", right}, {"sessions each", right}, {"hosts", right}, {"USD/h", right}, {"why"}});
  for (const plan::WarmPool& w : p.warm_pools) {
    table.row({w.session_class, count_text(w.pools) + " (" + w.scope + ")", count_text(w.sessions_per_pool),
               count_text(w.hosts), usd_text(w.usd), w.why});
  }
  return table;
}

std::string or_dash(const std::optional<double>& count) { return count ? count_text(*count) : "-"; }

/// The rows that have a price, the cheapest first.
std::vector<plan::ComparisonRow> priced_rows(const plan::SessionPlan& p) {
  std::vector<plan::ComparisonRow> rows;
  for (const plan::ComparisonRow& row : p.comparison) {
    if (row.usd) rows.push_back(row);
  }
  std::ranges::sort(rows, {},
                    [](const plan::ComparisonRow& row) { return std::pair(*row.usd, std::string_view(row.boundary)); });
  return rows;
}

Table comparison_table(const plan::SessionPlan& p) {
  Table table({{"boundary"},
               {"hosts", right},
               {"USD/h", right},
               {"extra", right},
               {"per host", right},
               {"density", right},
               {"binds"},
               {"policy"}});
  for (const plan::ComparisonRow& row : priced_rows(p)) {
    table.row({row.boundary, or_dash(row.hosts), usd_text(*row.usd),
               row.extra_usd ? extra_usd_text(*row.extra_usd) : "-", or_dash(row.sessions_per_host),
               row.density_vs_container ? percent_text(*row.density_vs_container) : "-", row.binding,
               std::string(to_text(row.status))});
  }
  return table;
}

/// What a stronger boundary buys.
Table kernel_table(const plan::SessionPlan& p) {
  Table table({{"boundary"}, {"kernel that runs the code"}, {"host syscalls it can reach"}});
  for (const plan::ComparisonRow& row : priced_rows(p)) {
    table.row({row.boundary, row.kernel, row.host_syscalls.empty() ? "not counted" : row.host_syscalls});
  }
  return table;
}

/// Boundaries without a price in the comparison: the first reason, the rest is in the JSON.
std::vector<std::string> unpriced_lines(const plan::SessionPlan& p) {
  std::vector<std::string> lines;
  for (const plan::ComparisonRow& row : p.comparison) {
    if (row.usd) continue;
    const std::string reason = row.reasons.empty() ? std::string(to_text(row.status)) : row.reasons.front();
    const std::string more = row.reasons.size() > 1 ? fmt::format(" (and {} more)", row.reasons.size() - 1) : "";
    lines.push_back(fmt::format("{}: {}{}", row.boundary, reason, more));
  }
  return lines;
}

Table turned_down_table(const plan::SessionPlan& p) {
  Table table({{"classes"}, {"option"}, {"reason"}, {"what would have to change"}});
  for (const plan::Rejected& r : p.rejected) table.row({r.session_class, r.option, r.reason, r.change});
  return table;
}

Table unknown_table(const plan::SessionPlan& p) {
  Table table({{"class"}, {"option"}, {"unknown"}, {"matters from"}});
  for (const plan::Unknown& u : p.unknown) table.row({u.session_class, u.option, u.what, u.matters_from});
  return table;
}

std::string base_sentence(const plan::SessionPlan& p) {
  const bool more = p.hosts > p.base_hosts;
  return fmt::format("At peak {} for {} USD/h; {}. ", counted(p.base_hosts, "host"), usd_text(p.base_usd),
                     more ? "the rest is warm pools and headroom" : "no spare hosts were asked for");
}

/// "It is proven cheapest", or how far the bound lies below.
std::string bound_of(UsdPerTime usd, UsdPerTime bound, bool proven, const std::string& what) {
  if (proven) return fmt::format("The {} is proven cheapest.", what);
  const double gap = bound > UsdPerTime{} ? usd / bound - 1 : 0;
  return fmt::format("No {} can cost less than {} USD/h; this one is within {} of that.", what, usd_text(bound),
                     gap < 0.001 ? "0.1 %" : percent_text(gap));
}

}  // namespace

std::string boundary_text(const plan::Tier& t) {
  return t.boundary + (t.gpu_mode.empty() ? "" : " + " + t.gpu_mode) + (t.gpu_slice.empty() ? "" : " " + t.gpu_slice);
}

Table headroom_table(const plan::SessionPlan& p) {
  Table table({{"pool"},
               {"base", right},
               {"warm", right},
               {"zone loss", right},
               {"failed", right},
               {"drain", right},
               {"rounding", right},
               {"all", right}});
  for (const plan::Headroom& h : p.headroom) {
    table.row({pool_name(h.trust, h.boundary), count_text(h.base_hosts), count_text(h.warm_pool_hosts),
               count_text(h.zone_loss), h.failures_known ? count_text(h.failures) : "?", count_text(h.drain),
               count_text(h.rounding), count_text(h.base_hosts + h.warm_pool_hosts + h.hosts)});
  }
  return table;
}

std::string defaults_text(const plan::SessionInputs& inputs) {
  std::string set, unset;
  for (const DefaultUsed& d : defaults_used(inputs)) {
    std::string& list = d.value == not_set ? unset : set;
    list +=
        (list.empty() ? "" : ", ") + d.field.substr(d.field.find('.') + 1) + (d.value == not_set ? "" : " " + d.value);
  }
  return set + (unset.empty() ? "" : ". Not set: " + unset) + ".";
}

std::string bound_sentence(const plan::SessionPlan& p) {
  const std::string held = p.rests_on.empty() ? "" : " All of it with unpublished figures counted as none.";
  if (p.proven && p.proven_total) return "Proven: no base costs less, and no plan in all." + held;
  return bound_of(p.base_usd, p.lower_bound_usd, p.proven, "base") + " " +
         bound_of(p.usd, p.lower_bound_total_usd, p.proven_total, "plan in all") + held;
}

Table variant_table(const plan::SessionPlan& p) {
  Table table({{"sessions without a GPU"}, {"hosts", right}, {"USD/h", right}, {"extra", right}, {"how"}});
  for (const plan::Variant& v : p.variants) {
    const bool priced = v.status == Status::ok;
    table.row({v.name, priced ? count_text(v.hosts) : "-", priced ? usd_text(v.usd) : std::string(to_text(v.status)),
               v.over.empty() ? "" : extra_usd_text(v.extra_usd), v.description});
  }
  return table;
}

std::string session_headline(const SessionAnswer& answer) {
  const plan::SessionPlan& p = answer.plan;
  const double count = all_sessions(answer.inputs).in(units::session);
  const std::string sessions = counted(count, "session");
  if (p.status == Status::infeasible) return sessions + " do not fit: there is no plan.";
  const std::string gpus = p.gpus > 0 ? " with " + counted(p.gpus, "GPU") : "";
  const std::string need = count == 1 ? "needs" : "need";
  return fmt::format("{} {} {}{} for {} USD/h.", sessions, need, counted(p.hosts, "host"), gpus, usd_text(p.usd));
}

Document session_document(const SessionAnswer& answer, Detail detail) {
  const plan::SessionPlan& p = answer.plan;
  Document document;
  document.paragraph(session_headline(answer));
  if (answer.uncertainty != nullptr) document.paragraph(uncertainty_sentence(*answer.uncertainty));
  for (const std::string& reason : p.reasons) document.bullet(reason);
  for (const std::string& line : reliance_lines(p)) document.bullet(line);
  if (!p.tiers.empty()) document.paragraph(base_sentence(p) + bound_sentence(p) + " " + price_sentence(answer));
  document.section("Tiers: the cheapest boundary that each trust level allows", tier_table(p));
  document.section("Pools: classes of one trust level and boundary share hosts", pool_table(p));
  document.section("Hosts from base to all", headroom_table(p));
  document.section("Warm pools", warm_pool_table(p));
  document.section("Comparison: all sessions without a GPU behind one boundary, base hosts", comparison_table(p));
  document.section("What each boundary buys", kernel_table(p));
  document.section("Not compared", unpriced_lines(p), Fold::closed);
  document.section("Other designs, and each step of isolation over the one before", variant_table(p));
  document.section("What would change the choice", turning_points(p));
  if (answer.uncertainty != nullptr) add_uncertainty(document, *answer.uncertainty);
  if (detail == Detail::full) {
    document.section("Turned down", turned_down_table(p), Fold::closed);
    document.section("Unknown: nobody has published it", unknown_table(p), Fold::closed);
  } else {
    document.section("Turned down", turned_down_lines(p), Fold::closed);
    document.section("Unknown: nobody has published it", unknown_lines(p), Fold::closed);
  }
  document.section("Notes", p.notes);
  document.heading("Defaults used", Fold::closed);
  document.paragraph(defaults_text(answer.inputs));
  return document;
}

std::string sessions_table(const SessionAnswer& answer) { return session_document(answer, Detail::brief).text(); }
std::string sessions_html(const SessionAnswer& answer) { return session_document(answer, Detail::brief).html(); }
std::string sessions_markdown(const SessionAnswer& answer) { return session_document(answer, Detail::full).markdown(); }

}  // namespace planner::report
