#include "planner/report/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "cli/progress.hpp"
#include "cli/scenario_options.hpp"
#include "cli/uncertainty_options.hpp"
#include "cli/verbs.hpp"
#include "planner/base/error.hpp"
#include "report/document/table.hpp"

namespace planner::cli {
namespace {

/// More combinations than this are a slip of the keyboard.
constexpr double most_points = 1e8;

std::vector<std::string> names_in(const std::string& list) {
  return list.empty() ? std::vector<std::string>{} : report::csv_cells(list);
}

class SweepVerb : public Verb {
 public:
  SweepVerb() : Verb("sweep", "the plan at every combination of values") {}

  void declare(Options& options) override {
    scenario_.declare(options);
    options.option("--vary", vary_,
                   "path=first:last:step, path=first:last:*factor or path=a,b,c; repeatable, the last turns fastest",
                   "PATH=VALUES");
    options.option("-o,--output", output_,
                   "file for the rows, .csv or .jsonl; an interrupted run goes on where it stopped", "FILE");
    options.option("--pareto", front_,
                   "figures to minimise, as usd_per_h,hosts: a column marks the Pareto front (needs -o)");
    options.option("--shard", shard_, "i/n: only the i-th of n blocks of points, for batch systems (needs -o)", "I/N");
    options.flag("--closed-form", closed_form_,
                 "settle who runs where once for each set of words, and price the numbers without a search");
    options.option("--samples", samples_, "each point in so many worlds: p10, p50 and p90 of cost and hosts");
    options.option("--seed", seed_, "of the samples, a whole number (default 1)");
    options.option("--threads", threads_, "threads to use (default: all cores)");
    options.examples(
        "  planner sweep examples/untrusted-50k.json --vary sessions.policy.zones=1:4:1\n"
        "  planner sweep examples/untrusted-50k.json \\\n"
        "    --vary sessions.classes.snippet.concurrent=10k:100k:10k \\\n"
        "    --vary sessions.policy.zones=2,3 -o out.csv --pareto usd_per_h,hosts\n"
        "  planner sweep examples/untrusted-50k.json --closed-form \\\n"
        "    --vary sessions.classes.snippet.concurrent=10k:109999:1 -o out.csv\n");
  }

  [[nodiscard]] std::vector<Format> formats() const override { return {Format::table, Format::csv, Format::markdown}; }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    report::Sweep sweep = asked();
    const catalog::Catalog known = chosen_catalog(shared);
    report::make_ready(sweep, known);
    return output_.empty() ? printed(sweep, known, shared.format) : written(sweep, known);
  }

 private:
  [[nodiscard]] report::Sweep asked() const {
    report::Sweep sweep{.changes = scenario_.changes, .front = names_in(front_)};
    double points = 1;
    for (const std::string& text : vary_) {
      sweep.axes.push_back(io::read_axis(text));
      points *= static_cast<double>(sweep.axes.back().values.size());
    }
    if (sweep.axes.empty()) throw fault("--vary", "absent", "a path and its values are asked for.");
    if (points > most_points) throw fault("--vary", "", "all combinations together are at most 100,000,000 points.");
    if (output_.empty() && (!front_.empty() || !shard_.empty()))
      throw fault("-o", "absent", "--pareto and --shard need a file.");
    if (!front_.empty() && !shard_.empty())
      throw fault("--pareto", "with --shard", "a front is one of all points: mark it without shards.");
    if (!(threads_ >= 0 && threads_ <= 4096)) throw fault("--threads", "", "0 (all cores) to 4096 threads.");
    std::tie(sweep.text, sweep.name) = scenario_.text();
    sweep.closed_form = closed_form_;
    sweep.samples = UncertaintyOptions{samples_, seed_}.asked(Format::table);
    return sweep;
  }

  static InputError fault(const std::string& where, const std::string& found, const std::string& rule) {
    return InputError({{where, "input.sweep", found, rule, "See planner sweep --help."}});
  }

  [[nodiscard]] Answer printed(const report::Sweep& sweep, const catalog::Catalog& known, Format format) const {
    std::vector<report::SweepRow> all;
    Progress progress("points");
    report::run_sweep(sweep, 0, sweep.points(), known, static_cast<int>(threads_), [&](report::SweepBlock& block) {
      std::ranges::move(block.rows, std::back_inserter(all));
      progress.show(all.size(), sweep.points());
    });
    const bool none = std::ranges::all_of(all, [](const report::SweepRow& r) { return r.plan.status == "refused"; });
    return {text_of(sweep, all, format), none ? Exit::bad_input : Exit::answered};
  }

  static std::string text_of(const report::Sweep& sweep, const std::vector<report::SweepRow>& rows, Format format) {
    if (format == Format::table) return report::sweep_table(sweep, rows);
    if (format == Format::markdown) return report::sweep_markdown(sweep, rows);
    std::string text = format == Format::csv ? report::csv_line(report::sweep_columns(sweep)) : "";
    for (const report::SweepRow& row : rows)
      text += format == Format::csv ? report::sweep_csv_row(row, sweep) : report::sweep_jsonl_row(row, sweep);
    return text;
  }

  [[nodiscard]] Answer written(const report::Sweep& sweep, const catalog::Catalog& known) const {
    Progress progress("points");
    report::SweepFile file{.path = output_, .threads = static_cast<int>(threads_)};
    if (!shard_.empty()) file.shard = io::read_shard(shard_);
    file.progress = [&](std::size_t done, std::size_t all) { progress.show(done, all); };
    const report::SweepDone done = report::write_sweep(sweep, known, file);
    std::string text = fmt::format("{} rows in {}", done.points, output_);
    if (done.kept > 0) text += fmt::format(", {} of them from before", done.kept);
    if (done.infeasible > 0) text += fmt::format("; {} of the new ones do not fit", done.infeasible);
    if (done.refused > 0)
      text += fmt::format("; {} of the new ones break a rule, see their column reason", done.refused);
    return {text + ".\n"};
  }

  ScenarioOptions scenario_;
  std::vector<std::string> vary_;
  std::string output_, front_, shard_;
  double threads_ = 0;
  bool closed_form_ = false;
  std::optional<double> samples_{}, seed_{};
};

}  // namespace

std::unique_ptr<Verb> sweep_verb() { return std::make_unique<SweepVerb>(); }

}  // namespace planner::cli
