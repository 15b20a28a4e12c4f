#include "planner/report/pack.hpp"

#include "cli/verbs.hpp"
#include "io/text/text_file.hpp"
#include "planner/base/error.hpp"
#include "planner/io/pack_file.hpp"
#include "planner/io/placement_file.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/placement.hpp"

namespace planner::cli {
namespace {

class PackVerb : public Verb {
 public:
  PackVerb()
      : Verb("pack", "vector packing of any items on any hosts (JSON or .vbp), or of pods on given nodes (CSV)") {}

  void declare(Options& options) override {
    options.positional("FILE", file_,
                       "packing problem in JSON or .vbp, or pods as CSV with --nodes; - for standard input");
    options.option("--nodes", nodes_, "CSV file of the nodes that there are: FILE holds pods to be placed on them",
                   "FILE");
    options.option("--gap", gap_, "good enough: share above the bound at which to stop, as 0.001 (default 0)");
    options.examples(
        "  planner pack examples/pods.json\n"
        "  planner pack tests/data/packing/a1_20c_2r_50000.vbp --json\n"
        "  planner pack --nodes nodes.csv pods.csv --format csv\n");
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    if (file_.empty())
      throw InputError({{"FILE", "input.missing", "absent",
                         "a packing problem or a list of pods is asked for, - for standard input.", ""}});
    if (gap_ < 0.0 || gap_ >= 1.0)
      throw InputError({{"--gap", "input.out_of_range", std::to_string(gap_), "must be at least 0 and below 1.", ""}});
    return nodes_.empty() ? packed(shared.format) : placed(shared.format);
  }

 private:
  [[nodiscard]] Answer packed(Format format) const {
    plan::PackInputs inputs = io::read_pack(io::read_text(file_), name_of(file_));
    inputs.effort.gap = gap_;
    const plan::PackPlan plan = plan::compiled::plan_pack(inputs);
    return {written(inputs, plan, format), plan.status == plan::Status::ok ? Exit::answered : Exit::infeasible};
  }

  [[nodiscard]] Answer placed(Format format) const {
    if (gap_ > 0.0)
      throw InputError({{"--gap", "input.unknown_name", std::to_string(gap_),
                         "is for packing problems, not for --nodes.", "Leave it out."}});
    const std::string nodes = io::read_text(nodes_), pods = io::read_text(file_);
    const plan::PlacementInputs inputs = io::read_placement({nodes, name_of(nodes_)}, {pods, name_of(file_)});
    return {written(inputs, plan::compiled::plan_placement(inputs), format)};
  }

  static std::string name_of(const std::string& file) { return file == "-" ? "standard input" : file; }

  static std::string written(const plan::PlacementInputs& inputs, const plan::PlacementPlan& plan, Format format) {
    if (format == Format::json) return report::placement_json(inputs, plan);
    if (format == Format::csv) return report::placement_csv(inputs, plan);
    return format == Format::markdown ? report::placement_markdown(inputs, plan)
                                      : report::placement_table(inputs, plan);
  }

  static std::string written(const plan::PackInputs& inputs, const plan::PackPlan& plan, Format format) {
    if (format == Format::json) return report::pack_json(inputs, plan);
    if (format == Format::csv) return report::pack_csv(inputs, plan);
    return format == Format::markdown ? report::pack_markdown(inputs, plan) : report::pack_table(inputs, plan);
  }

  std::string file_, nodes_;
  double gap_ = 0.0;
};

}  // namespace

std::unique_ptr<Verb> pack_verb() { return std::make_unique<PackVerb>(); }

}  // namespace planner::cli
