#include <charconv>

#include "cli/scenario_options.hpp"
#include "cli/verbs.hpp"
#include "planner/base/error.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/mig.hpp"

namespace planner::cli {
namespace {

/// `NAME=7` or `NAME@4` as a name and a whole number.
template <class Number>
std::pair<std::string, Number> named_number(const std::string& where, const std::string& text, char sign,
                                            const std::string& form) {
  const std::size_t at = text.rfind(sign);
  Number value{};
  const char* end = text.data() + text.size();
  const char* start = at == std::string::npos ? end : text.data() + at + 1;
  const auto [stop, error] = std::from_chars(start, end, value);
  if (at == 0 || start == end || stop != end || error != std::errc{})
    throw InputError({{where, "input.syntax", '"' + text + '"', "is not of the form " + form + ".", ""}});
  return {text.substr(0, at), value};
}

class MigVerb : public Verb {
 public:
  MigVerb() : Verb("mig", "how many GPUs, and which layout, for these MIG slices") {}

  void declare(Options& options) override {
    options.positionals("PROFILE=COUNT", requests_, "instances to place, as 1g.10gb=12; several");
    options.option("--gpu", gpu_, "id of the GPU, as h100-sxm", "GPU");
    options.flag("--on-one-gpu", one_gpu_, "ask whether all fit on a single GPU");
    options.option("--occupied", occupied_, "instance that this GPU holds already, as 4g.40gb@0; repeatable");
    options.examples(
        "  planner mig --gpu h100-sxm 1g.10gb=10 2g.20gb=3 3g.40gb=2\n"
        "  planner mig --gpu a100-40-sxm 4g.20gb=1 --on-one-gpu --occupied 1g.5gb@0\n");
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    const plan::MigPlan plan = plan::compiled::plan_mig(chosen_catalog(shared), inputs());
    return {written(plan, shared.format), plan.status == plan::Status::ok ? Exit::answered : Exit::infeasible};
  }

 private:
  [[nodiscard]] plan::MigInputs inputs() const {
    if (gpu_.empty())
      throw InputError(
          {{"--gpu", "input.missing", "absent", "the GPU must be named.", "See planner catalog list gpus."}});
    if (requests_.empty())
      throw InputError({{"PROFILE=COUNT", "input.missing", "absent", "at least one instance is asked for.",
                         "Write it like 1g.10gb=12."}});
    plan::MigInputs in{.gpu = gpu_, .one_gpu = one_gpu_};
    for (const std::string& text : requests_) {
      const auto [profile, count] = named_number<std::int64_t>("PROFILE=COUNT", text, '=', "1g.10gb=12");
      in.requests.push_back({profile, count});
    }
    for (const std::string& text : occupied_) {
      const auto [profile, start] = named_number<int>("--occupied", text, '@', "4g.40gb@0");
      in.occupied.push_back({profile, start, 0});
    }
    return in;
  }

  static std::string written(const plan::MigPlan& plan, Format format) {
    if (format == Format::json) return report::mig_json(plan);
    if (format == Format::csv) return report::mig_csv(plan);
    return format == Format::markdown ? report::mig_markdown(plan) : report::mig_table(plan);
  }

  std::string gpu_;
  std::vector<std::string> requests_, occupied_;
  bool one_gpu_ = false;
};

}  // namespace

std::unique_ptr<Verb> mig_verb() { return std::make_unique<MigVerb>(); }

}  // namespace planner::cli
