#include "cli/verbs.hpp"
#include "io/text_file.hpp"
#include "planner/base/error.hpp"
#include "planner/io/pack_file.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/pack.hpp"

namespace planner::cli {
namespace {

class PackVerb : public Verb {
 public:
  PackVerb() : Verb("pack", "vector packing of any items on any hosts (JSON or .vbp)") {}

  void declare(Options& options) override {
    options.positional("FILE", file_, "packing problem in JSON or .vbp, - for standard input");
    options.option("--gap", gap_, "good enough: share above the bound at which to stop, as 0.001 (default 0)");
    options.examples(
        "  planner pack examples/pods.json\n"
        "  planner pack tests/data/packing/a1_20c_2r_50000.vbp --json\n");
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    if (file_.empty())
      throw InputError(
          {{"FILE", "input.missing", "absent", "a packing problem is asked for, - for standard input.", ""}});
    if (gap_ < 0.0 || gap_ >= 1.0)
      throw InputError({{"--gap", "input.out_of_range", std::to_string(gap_), "must be at least 0 and below 1.", ""}});
    plan::PackInputs inputs = io::read_pack(io::read_text(file_), file_ == "-" ? "standard input" : file_);
    inputs.effort.gap = gap_;
    const plan::PackPlan plan = plan::compiled::plan_pack(inputs);
    return {written(inputs, plan, shared.format), plan.status == plan::Status::ok ? Exit::answered : Exit::infeasible};
  }

 private:
  static std::string written(const plan::PackInputs& inputs, const plan::PackPlan& plan, Format format) {
    if (format == Format::json) return report::pack_json(inputs, plan);
    if (format == Format::csv) return report::pack_csv(inputs, plan);
    return format == Format::markdown ? report::pack_markdown(inputs, plan) : report::pack_table(inputs, plan);
  }

  std::string file_;
  double gap_ = 0.0;
};

}  // namespace

std::unique_ptr<Verb> pack_verb() { return std::make_unique<PackVerb>(); }

}  // namespace planner::cli
