#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "planner/io/sweep.hpp"
#include "planner/report/outline.hpp"
#include "planner/report/uncertainty.hpp"

/// A scenario answered at every combination of values.
namespace planner::report {

struct Sweep {
  std::string text{}, name{};          ///< the scenario and what messages call it
  std::vector<std::string> figures{};  ///< of its answers, once it is ready
  std::vector<std::string> changes{};  ///< made first, at every point
  std::vector<io::Axis> axes{};        ///< the last one turns fastest
  std::vector<std::string> front{};    ///< figures whose Pareto front a column `pareto` marks; empty: no such column
  bool closed_form = false;            ///< prices points without a search (closed_form.hpp)
  std::optional<UncertaintyAsked> samples{};  ///< each point in many worlds: percentiles beside its figures

  [[nodiscard]] std::size_t points() const;
  /// The value of each axis at a point.
  [[nodiscard]] std::vector<std::string> values_at(std::size_t point) const;
};

/// Writes its paths from the top and names the figures that its rows have.
/// @throws InputError where a path leads nowhere or is varied twice; where it is to be priced by closed form and in
/// many worlds, or in too few or too many of them
void make_ready(Sweep& sweep, const catalog::Catalog& known);

/// One point, answered. A point that breaks a rule of the scenario has status `refused` and the rule as its reason.
struct SweepRow {
  std::size_t point = 0;
  std::vector<std::string> values{};
  Outline plan{};
};

/// Points that follow one another, answered.
struct SweepBlock {
  std::size_t points = 0, infeasible = 0, refused = 0;
  std::vector<SweepRow> rows{};  ///< where they are not put into text
  std::string text{};
};

/// How a row is written to a file; empty: it is not.
using RowText = std::function<std::string(const SweepRow&)>;

/// Answers one point.
SweepRow sweep_row(const Sweep& sweep, std::size_t point, const catalog::Catalog& known);

/// Answers points [begin, end) on `threads` threads (0: all there are) and hands them over in their order, a block at a
/// time, by one thread or another; they are the same whatever the number of threads. With `text` the threads that
/// answer rows put them into the block's text and drop them: what is left to do in order is little.
void run_sweep(const Sweep& sweep, std::size_t begin, std::size_t end, const catalog::Catalog& known, int threads,
               const std::function<void(SweepBlock&)>& take, const RowText& text = {});

/// The names of a row's cells: `point`, the paths, `status`, the figures of the question, `reason`, `pareto` where
/// asked for: empty until all rows are there.
std::vector<std::string> sweep_columns(const Sweep& sweep);
/// A row under these columns, ended by a newline.
std::string sweep_csv_row(const SweepRow& row, const Sweep& sweep);
std::string sweep_jsonl_row(const SweepRow& row, const Sweep& sweep);

/// For a terminal: the varied values, the main figures, and below them why points have no plan.
std::string sweep_table(const Sweep& sweep, const std::vector<SweepRow>& rows);
std::string sweep_markdown(const Sweep& sweep, const std::vector<SweepRow>& rows);

/// Where rows go, and how.
struct SweepFile {
  std::string path{};  ///< ends in `.csv` or `.jsonl`
  io::Shard shard{};   ///< the part of the points that is answered here
  int threads = 0;     ///< 0: all there are
  std::function<void(std::size_t done, std::size_t all)> progress{};
};

struct SweepDone {
  std::size_t points = 0, kept = 0;         ///< `kept`: rows that the file had before
  std::size_t infeasible = 0, refused = 0;  ///< of the new rows
};

/// Answers a shard of a sweep into a file. Complete rows of an interrupted run are kept and its last, torn one is
/// dropped; those kept must have the values of their points, and the last one, worked out again, the same answer.
/// @throws FileError where the file cannot be written, InputError where it holds rows of another sweep
SweepDone write_sweep(const Sweep& sweep, const catalog::Catalog& known, const SweepFile& file);

}  // namespace planner::report
