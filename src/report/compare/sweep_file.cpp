#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "io/text/text_file.hpp"
#include "planner/base/error.hpp"
#include "report/compare/sweep_front.hpp"
#include "report/document/table.hpp"

namespace planner::report {
namespace {

constexpr std::size_t largest_sweep = std::size_t{4} << 30U;

std::string row_text(const SweepRow& row, const Sweep& sweep, const std::string& path) {
  return is_csv(path) ? sweep_csv_row(row, sweep) : sweep_jsonl_row(row, sweep);
}

std::string head_text(const Sweep& sweep, const std::string& path) {
  return is_csv(path) ? csv_line(sweep_columns(sweep)) : "";
}

[[noreturn]] void refuse(const std::string& path, const std::string& rule) {
  throw InputError({{path, "input.sweep_file", "", rule, "Give another file with -o, or remove this one."}});
}

[[noreturn]] void cannot_write(const std::string& path) {
  throw FileError(path + ": cannot be written: " + std::strerror(errno) + ".");
}

/// What a row begins with, whatever its answer: its number and its varied values.
std::string start_of_row(const Sweep& sweep, std::size_t point, bool csv) {
  const SweepRow unanswered{point, sweep.values_at(point), {}};
  if (!csv) {
    const std::string row = sweep_jsonl_row(unanswered, sweep);
    return row.substr(0, row.rfind("\"status\":"));
  }
  std::vector<std::string> cells{std::to_string(point)};
  cells.insert(cells.end(), unanswered.values.begin(), unanswered.values.end());
  std::string row = csv_line(cells);
  row.back() = ',';
  return row;
}

/// A row as it is before and after its front is marked, up to that mark.
std::string before_mark(const Sweep& sweep, std::string row) {
  return sweep.front.empty() ? row : row.substr(0, row.rfind(',') + 1);
}

/// Whether these rows are the first ones from `begin` on: all have the values of their points, and the last one, worked
/// out again, has the same answer.
bool are_rows_of(const Sweep& sweep, const catalog::Catalog& known, std::string_view rows, std::size_t begin,
                 const std::string& path) {
  const bool csv = is_csv(path);
  std::size_t point = begin;
  std::string_view last;
  for (; !rows.empty(); ++point) {
    last = rows.substr(0, rows.find('\n') + 1);
    if (!last.starts_with(start_of_row(sweep, point, csv))) return false;
    rows.remove_prefix(last.size());
  }
  return last.starts_with(before_mark(sweep, row_text(sweep_row(sweep, point - 1, known), sweep, path)));
}

/// Rows that an interrupted run left complete; the file is cut back to them.
std::size_t kept_rows(const Sweep& sweep, const catalog::Catalog& known, const SweepFile& file) {
  if (!std::filesystem::is_regular_file(file.path)) return 0;  // nor is there one that can be read again
  std::string text = io::read_text(file.path, largest_sweep);
  text.erase(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
  std::filesystem::resize_file(file.path, text.size());
  if (text.empty()) return 0;
  const std::string head = head_text(sweep, file.path);
  if (!text.starts_with(head)) refuse(file.path, "holds rows of a sweep with other columns.");
  const auto rows = static_cast<std::size_t>(std::ranges::count(text, '\n')) - (head.empty() ? 0 : 1);
  const std::size_t begin = file.shard.begin(sweep.points()), end = file.shard.end(sweep.points());
  if (rows > end - begin) refuse(file.path, "holds more rows than this sweep has points.");
  if (rows == 0) std::filesystem::resize_file(file.path, 0);  // the head is written again
  if (rows > 0 && !are_rows_of(sweep, known, std::string_view(text).substr(head.size()), begin, file.path))
    refuse(file.path, "holds rows of another sweep.");
  return rows;
}

void check(const Sweep& sweep, const SweepFile& file) {
  if (!is_csv(file.path) && !file.path.ends_with(".jsonl")) {
    throw InputError({{"-o", "input.unknown_format", '"' + file.path + '"', "the file ends in .csv or .jsonl.", ""}});
  }
  const std::vector<std::string>& known = sweep.figures;
  for (const std::string& name : sweep.front) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw InputError({{"--pareto", "input.unknown_name", '"' + name + '"', "not a figure of this answer.",
                       fmt::format("Known: {}.", fmt::join(known, ", "))}});
  }
}

}  // namespace

SweepDone write_sweep(const Sweep& sweep, const catalog::Catalog& known, const SweepFile& file) {
  check(sweep, file);
  const std::size_t begin = file.shard.begin(sweep.points()), end = file.shard.end(sweep.points());
  SweepDone done{.points = end - begin, .kept = kept_rows(sweep, known, file)};
  if (done.kept == done.points && done.points > 0) return done;
  errno = 0;
  std::ofstream out(file.path, std::ios::binary | std::ios::app);
  if (!out) cannot_write(file.path);
  if (done.kept == 0) out << head_text(sweep, file.path);
  std::size_t written = done.kept;
  const auto write = [&](const SweepBlock& block) {
    out << block.text;
    done.infeasible += block.infeasible;
    done.refused += block.refused;
    if (!out.flush()) cannot_write(file.path);
    if (file.progress) file.progress(written += block.points, done.points);
  };
  run_sweep(sweep, begin + done.kept, end, known, file.threads, write,
            [&](const SweepRow& row) { return row_text(row, sweep, file.path); });
  out.close();
  if (!sweep.front.empty()) mark_front(sweep, file.path);
  return done;
}

}  // namespace planner::report
