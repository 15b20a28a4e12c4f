#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "io/text_file.hpp"
#include "planner/base/error.hpp"
#include "report/sweep_front.hpp"
#include "report/table.hpp"

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

/// Rows that an interrupted run left complete; the file is cut back to them.
std::size_t kept_rows(const Sweep& sweep, const catalog::Catalog& known, const SweepFile& file) {
  if (!std::filesystem::exists(file.path)) return 0;
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
  if (rows == 0 || (rows == end - begin && !sweep.front.empty())) return rows;  // a finished file has its front marked
  if (!text.ends_with(row_text(sweep_row(sweep, begin + rows - 1, known), sweep, file.path)))
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
  std::ofstream out(file.path, std::ios::binary | std::ios::app);
  if (done.kept == 0) out << head_text(sweep, file.path);
  std::size_t written = done.kept;
  const auto write = [&](const SweepBlock& block) {
    out << block.text;
    done.infeasible += block.infeasible;
    done.refused += block.refused;
    if (!out.flush()) throw FileError(file.path + ": cannot be written: " + std::strerror(errno) + ".");
    if (file.progress) file.progress(written += block.points, done.points);
  };
  run_sweep(sweep, begin + done.kept, end, known, file.threads, write,
            [&](const SweepRow& row) { return row_text(row, sweep, file.path); });
  out.close();
  if (!sweep.front.empty()) mark_front(sweep, file.path);
  return done;
}

}  // namespace planner::report
