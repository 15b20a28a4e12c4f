#include "planner/io/measured_points.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "io/text/csv.hpp"
#include "io/text/nearest.hpp"
#include "planner/base/error.hpp"
#include "planner/io/fit_question.hpp"
#include "planner/io/unit_text.hpp"

namespace planner::io {
namespace {

const std::vector<std::string> columns{"id",
                                       "model",
                                       "gpu",
                                       "engine",
                                       "weights",
                                       "kv_cache",
                                       "experts_only",
                                       "source",
                                       "tp",
                                       "dp",
                                       "expert_parallel",
                                       "max_batched_tokens",
                                       "max_seqs",
                                       "utilization",
                                       "input_tokens",
                                       "output_tokens",
                                       "tokens_scv",
                                       "prefix_hit",
                                       "concurrency",
                                       "tpot_ms",
                                       "ttft_ms",
                                       "output_tok_s"};

/// One line by the names of its columns; collects its faults.
class PointLine {
 public:
  PointLine(const std::vector<std::string>& header, const CsvLine& line, std::string where, std::vector<Issue>& issues)
      : header_(header), line_(line), where_(std::move(where)), issues_(issues) {}

  [[nodiscard]] std::string text(std::string_view column) const {
    const auto at = static_cast<std::size_t>(std::ranges::find(header_, column) - header_.begin());
    return at < line_.cells.size() ? line_.cells[at] : "";
  }

  /// A number from `low` (or above it) to `high`; nothing where the cell is empty.
  std::optional<double> number(std::string_view column, double low, double high, bool open = false) {
    const std::string cell = text(column);
    if (cell.empty()) return std::nullopt;
    double value = 0;
    const auto [end, fault_of] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool whole_cell = fault_of == std::errc{} && end == cell.data() + cell.size();
    if (whole_cell && value >= low && value <= high && !(open && value == low)) return value;
    const std::string from = open ? "above " + print_number(low) : "at least " + print_number(low);
    fault(column, "input.out_of_range", cell, "must be a number " + from + " and at most " + print_number(high) + ".");
    return std::nullopt;
  }

  double asked(std::string_view column, double low, double high) {
    if (text(column).empty()) fault(column, "input.missing", "", "must be given.");
    return number(column, low, high).value_or(low);
  }

  bool yes(std::string_view column) {
    const std::string cell = text(column);
    if (!cell.empty() && cell != "yes" && cell != "no")
      fault(column, "input.unknown_value", cell, "must be yes, no or empty.");
    return cell == "yes";
  }

  void fault(std::string_view column, std::string code, const std::string& found, std::string rule) {
    issues_.push_back({where_ + ": " + std::string(column), std::move(code),
                       found.empty() ? "" : '"' + found.substr(0, 60) + '"', std::move(rule), ""});
  }
  /// Faults of the question, which names options, at this line.
  void add(const InputError& error) {
    for (Issue issue : error.issues()) {
      issue.where = where_ + ": " + issue.where.substr(issue.where.starts_with("--") ? 2 : 0);
      std::ranges::replace(issue.where, '-', '_');
      issues_.push_back(std::move(issue));
    }
  }

 private:
  const std::vector<std::string>& header_;
  const CsvLine& line_;
  std::string where_;
  std::vector<Issue>& issues_;
};

constexpr double most_tokens = 1e8, most_rate = 1e9;

plan::FitInputs question_of(PointLine& line, const catalog::Catalog& catalog) {
  FitWords words{.model = line.text("model"),
                 .gpu = line.text("gpu"),
                 .weights = line.text("weights"),
                 .kv_cache = line.text("kv_cache")};
  if (const std::string engine = line.text("engine"); !engine.empty()) words.engine = engine;
  words.tp = line.number("tp", 1, 1024);
  words.dp = line.number("dp", 1, 1024);
  words.max_batched_tokens = line.number("max_batched_tokens", 1, most_tokens);
  words.max_seqs = line.number("max_seqs", 1, most_tokens);
  words.utilization = line.number("utilization", 0, 1, true);
  words.expert_parallel = line.yes("expert_parallel");
  plan::FitInputs in;
  try {
    in = read_fit(words, catalog);
  } catch (const InputError& error) {
    line.add(error);
  }
  if (line.yes("experts_only")) in.covers = catalog::Covers{.attention = false, .shared_experts = false};
  return in;
}

plan::MeasuredPoint point_of(PointLine& line, const catalog::Catalog& catalog) {
  plan::MeasuredPoint p{.id = line.text("id"), .question = question_of(line, catalog)};
  p.shape = {.input_tokens = line.asked("input_tokens", 1, most_tokens),
             .output_tokens = line.asked("output_tokens", 1, most_tokens),
             .tokens_scv = line.number("tokens_scv", 0, 100).value_or(0),
             .prefix_hit = line.number("prefix_hit", 0, 0.999).value_or(0)};
  p.question.max_len = p.shape.input_tokens + p.shape.output_tokens;
  p.concurrency = line.number("concurrency", 1, 1e6).value_or(0);
  if (const auto ms = line.number("tpot_ms", 0, most_rate, true)) p.tpot = *ms * units::ms;
  if (const auto ms = line.number("ttft_ms", 0, most_rate, true)) p.ttft = *ms * units::ms;
  if (const auto rate = line.number("output_tok_s", 0, most_rate, true))
    p.output = *rate * (units::token / units::second);
  if (line.text("tpot_ms").empty() && line.text("output_tok_s").empty())
    line.fault("tpot_ms", "input.missing", "", "this or output_tok_s must be given.");
  return p;
}

void check_header(const CsvLine& header, const std::string& name, std::vector<Issue>& issues) {
  for (const std::string& column : header.cells) {
    if (std::ranges::find(columns, column) == columns.end())
      issues.push_back({name + ":" + std::to_string(header.number), "input.unknown_name",
                        '"' + column.substr(0, 60) + '"', "is no column of measured rows.",
                        did_you_mean(column, columns)});
  }
}

}  // namespace

std::vector<plan::MeasuredPoint> read_measured_points(std::string_view csv, const std::string& name,
                                                      const catalog::Catalog& catalog) {
  const std::vector<CsvLine> lines = csv_lines(csv);
  std::vector<Issue> issues;
  if (lines.size() < 2)
    throw InputError({{name, "input.missing", "", "must have a line of column names and at least one row.", ""}});
  check_header(lines.front(), name, issues);
  std::vector<plan::MeasuredPoint> points;
  for (std::size_t i = 1; i < lines.size() && issues.size() < 50; ++i) {
    const std::string where = name + ":" + std::to_string(lines[i].number);
    PointLine line(lines.front().cells, lines[i], where, issues);
    if (lines[i].cells.size() > lines.front().cells.size())
      line.fault("line", "input.command_line", "", "has more cells than there are columns.");
    points.push_back(point_of(line, catalog));
    if (points.back().id.empty()) points.back().id = where;
  }
  if (!issues.empty()) throw InputError(std::move(issues));
  return points;
}

}  // namespace planner::io
