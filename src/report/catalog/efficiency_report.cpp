#include <fmt/format.h>

#include "planner/io/unit_text.hpp"
#include "planner/report/efficiency.hpp"
#include "report/document/document.hpp"
#include "report/document/json_parts.hpp"
#include "report/document/numbers.hpp"

namespace planner::report {
namespace {

using plan::CheckSummary;
using plan::PointCheck;
using Checks = std::vector<PointCheck>;

std::string sentence(const Checks& checks, bool of_rate) {
  const CheckSummary s = plan::summary(checks, of_rate);
  if (s.figures == 0) return "";
  return fmt::format("{}, {}: median error {:.1f} %, 80 % within {:.1f} %, {} inside the band.",
                     of_rate ? "Throughput" : "Time per token", counted(static_cast<double>(s.figures), "row"),
                     100 * s.median_error, 100 * s.error_p80, percent_text(s.inside));
}

/// ms, or tokens/s.
double shown(const PointCheck& c, double value) { return c.of_rate ? value : 1e3 * value; }

Table rows(const Checks& checks) {
  Table table({{"row"},
               {"gpu"},
               {"tp", Align::right},
               {"batch", Align::right},
               {"what"},
               {"measured", Align::right},
               {"estimated", Align::right},
               {"error", Align::right},
               {"in band"}});
  for (const PointCheck& c : checks) {
    const plan::FitInputs& q = c.point->question;
    table.row({c.point->id, q.gpu, std::to_string(q.tensor_parallel), count_text(c.batch),
               c.of_rate ? "tok/s" : "ms/tok", io::print_number(shown(c, c.measured)),
               io::print_number(shown(c, c.estimated)), signed_text(100 * (1 / c.ratio() - 1), 0) + " %",
               c.inside() ? "yes" : "no"});
  }
  return table;
}

Document document(const Checks& checks) {
  Document d;
  d.paragraph(efficiency_summary(checks));
  d.table(rows(checks));
  return d;
}

OrderedJson summary_json(const Checks& checks, bool of_rate) {
  const CheckSummary s = plan::summary(checks, of_rate);
  if (s.figures == 0) return nullptr;
  return {{"figures", s.figures},
          {"median_error", number(s.median_error)},
          {"error_p80", number(s.error_p80)},
          {"inside_band", number(s.inside)}};
}

}  // namespace

std::string efficiency_summary(const Checks& checks) {
  const std::string times = sentence(checks, false), rates = sentence(checks, true);
  return times + (times.empty() || rates.empty() ? "" : " ") + rates;
}

std::string efficiency_table(const Checks& checks) { return document(checks).text(); }
std::string efficiency_markdown(const Checks& checks) { return document(checks).markdown(); }
std::string efficiency_csv(const Checks& checks) { return rows(checks).csv(); }

std::string efficiency_json(const Checks& checks) {
  OrderedJson out{{"tpot", summary_json(checks, false)}, {"output", summary_json(checks, true)}};
  out["rows"] = OrderedJson::array();
  for (const PointCheck& c : checks)
    out["rows"].push_back({{"row", c.point->id},
                           {"what", c.of_rate ? "output_tok_s" : "tpot_ms"},
                           {"batch", number(c.batch)},
                           {"measured", number(shown(c, c.measured))},
                           {"estimated", number(shown(c, c.estimated))},
                           {"band_low", number(c.band.low)},
                           {"band_high", number(c.band.high)},
                           {"inside_band", c.inside()}});
  return out.dump(2) + "\n";
}

}  // namespace planner::report
