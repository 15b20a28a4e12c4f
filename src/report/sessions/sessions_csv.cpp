#include <fmt/format.h>

#include <array>
#include <map>

#include "planner/report/sessions.hpp"
#include "report/document/table.hpp"
#include "report/sessions/session_texts.hpp"

namespace planner::report {
namespace {

using namespace planner::units;

/// Every part of a plan is rows of one kind; a column that a kind does not have stays empty.
constexpr std::array columns{"kind",
                             "class",
                             "trust",
                             "boundary",
                             "host",
                             "gpu_mode",
                             "gpu_slice",
                             "name",
                             "status",
                             "sessions",
                             "hosts",
                             "gpus",
                             "usd_per_h",
                             "extra_usd_per_h",
                             "sessions_per_host",
                             "binding",
                             "charged_memory_mib",
                             "overhead_mib",
                             "cpu_loss",
                             "start_p50_s",
                             "start_p99_s",
                             "density_vs_container",
                             "zone_loss_hosts",
                             "failed_hosts",
                             "drain_hosts",
                             "rounding_hosts"};
using Cells = std::map<std::string_view, std::string>;

std::string exact(double value) { return fmt::format("{:.12g}", value); }
std::string exact(UsdPerTime usd) { return exact(usd.in(usd_per_h)); }
std::string exact(Seconds time) { return exact(time.in(second)); }
template <class T>
std::string exact(const std::optional<T>& value) {
  return value ? exact(*value) : "";
}

Cells total_cells(const plan::SessionPlan& p) {
  return {{"kind", "total"},
          {"status", std::string(to_text(p.status))},
          {"hosts", exact(p.hosts)},
          {"gpus", exact(p.gpus)},
          {"usd_per_h", exact(p.usd)}};
}

Cells tier_cells(const plan::Tier& t) {
  return {{"kind", "tier"},
          {"class", t.session_class},
          {"trust", t.trust},
          {"boundary", t.boundary},
          {"host", t.host},
          {"gpu_mode", t.gpu_mode},
          {"gpu_slice", t.gpu_slice},
          {"sessions", exact(t.sessions.in(session))},
          {"hosts", exact(t.hosts)},
          {"gpus", exact(t.gpus)},
          {"usd_per_h", exact(t.usd)},
          {"sessions_per_host", exact(t.sessions_per_host)},
          {"binding", t.binding},
          {"charged_memory_mib", exact(t.charged_memory.in(MiB))},
          {"overhead_mib", exact(t.overhead.total().in(MiB))},
          {"cpu_loss", exact(t.cpu_loss)},
          {"start_p50_s", exact(t.start.p50)},
          {"start_p99_s", exact(t.start.p99)}};
}

Cells pool_cells(const plan::Pool& p) {
  return {{"kind", "pool"}, {"trust", p.trust},        {"boundary", p.boundary},
          {"host", p.host}, {"hosts", exact(p.hosts)}, {"usd_per_h", exact(p.usd)}};
}

Cells warm_pool_cells(const plan::WarmPool& w) {
  return {{"kind", "warm_pool"},     {"class", w.session_class}, {"trust", w.trust},
          {"boundary", w.boundary},  {"host", w.host},           {"sessions", exact(w.sessions)},
          {"hosts", exact(w.hosts)}, {"gpus", exact(w.gpus)},    {"usd_per_h", exact(w.usd)}};
}

Cells headroom_cells(const plan::Headroom& h) {
  return {{"kind", "headroom"},
          {"trust", h.trust},
          {"boundary", h.boundary},
          {"host", h.host},
          {"hosts", exact(h.hosts)},
          {"gpus", exact(h.gpus)},
          {"usd_per_h", exact(h.usd)},
          {"zone_loss_hosts", exact(h.zone_loss)},
          {"failed_hosts", h.failures_known ? exact(h.failures) : ""},
          {"drain_hosts", exact(h.drain)},
          {"rounding_hosts", exact(h.rounding)}};
}

Cells comparison_cells(const plan::ComparisonRow& row) {
  return {{"kind", "comparison"},
          {"boundary", row.boundary},
          {"host", row.host},
          {"status", std::string(to_text(row.status))},
          {"hosts", exact(row.hosts)},
          {"usd_per_h", exact(row.usd)},
          {"extra_usd_per_h", exact(row.extra_usd)},
          {"sessions_per_host", exact(row.sessions_per_host)},
          {"binding", row.binding},
          {"density_vs_container", exact(row.density_vs_container)}};
}

Cells variant_cells(const plan::Variant& v) {
  const bool priced = v.status == plan::Status::ok;
  return {{"kind", "variant"},
          {"name", v.name},
          {"status", std::string(to_text(v.status))},
          {"hosts", priced ? exact(v.hosts) : ""},
          {"usd_per_h", priced ? exact(v.usd) : ""},
          {"extra_usd_per_h", v.over.empty() ? "" : exact(v.extra_usd)}};
}

void add_row(Table& table, const Cells& cells) {
  std::vector<std::string> row;
  for (const std::string_view column : columns) {
    const auto cell = cells.find(column);
    row.push_back(cell == cells.end() ? "" : cell->second);
  }
  table.row(std::move(row));
}

}  // namespace

std::string sessions_csv(const SessionAnswer& answer) {
  const plan::SessionPlan& p = answer.plan;
  std::vector<Column> titles;
  for (const char* column : columns) titles.push_back({column});
  Table table(std::move(titles));
  add_row(table, total_cells(p));
  for (const plan::Tier& t : p.tiers) add_row(table, tier_cells(t));
  for (const plan::Pool& pool : p.pools) add_row(table, pool_cells(pool));
  for (const plan::WarmPool& w : p.warm_pools) add_row(table, warm_pool_cells(w));
  for (const plan::Headroom& h : p.headroom) add_row(table, headroom_cells(h));
  for (const plan::ComparisonRow& row : p.comparison) add_row(table, comparison_cells(row));
  for (const plan::Variant& v : p.variants) add_row(table, variant_cells(v));
  return table.csv();
}

}  // namespace planner::report
