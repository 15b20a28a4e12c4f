#include "planner/report/fit.hpp"

#include "cli/replica_options.hpp"
#include "cli/scenario_options.hpp"
#include "cli/verbs.hpp"
#include "planner/io/speed_question.hpp"
#include "planner/plan/fit/alternatives.hpp"
#include "planner/report/explain.hpp"

namespace planner::cli {
namespace {

constexpr const char* examples =
    "  planner fit --model meta-llama/Llama-3.1-70B --gpu h100-sxm --tp 2 \\\n"
    "    --weights fp8 --max-len 32768\n"
    "  planner fit --config config.json --gpu l40s --engine vllm@0.19\n"
    "  planner fit --model Qwen/Qwen3-32B --gpu h200-sxm \\\n"
    "    --input-tokens 1000 --output-tokens 250 --tpot-ms 30\n"
    "  planner fit --model openai/gpt-oss-20b --gpu h100-sxm --mig 3g.40gb --explain\n";

void declare_speed(io::SpeedWords& words, Options& options) {
  options.group("How fast it serves (docs/design/serving.md)");
  options.option("--input-tokens", words.input_tokens, "mean tokens of a prompt; of sound: encoder positions");
  options.option("--output-tokens", words.output_tokens, "mean tokens of an answer; 0: embeddings");
  options.option("--prefix-hit", words.prefix_hit, "share of the prompt found in the prefix cache (default 0)");
  options.option("--ttft-ms", words.ttft_ms, "95 % of first tokens within this (default: any)");
  options.option("--tpot-ms", words.tpot_ms, "95 % of later tokens within this (default: any)");
}

class FitVerb : public Verb {
 public:
  FitVerb() : Verb("fit", "does this model fit on these GPUs, with how much KV cache, context and concurrency") {}

  void declare(Options& options) override {
    replica_.declare_model(options);
    replica_.declare_engine(options);
    options.flag("--explain", explain_, "print the derivation instead");
    declare_speed(speed_, options);
    options.group("Figures from a log, in place of estimates (per GPU of the first stage)");
    options.option("--measured-weights", replica_.words.measured_weights, "as 14.99GiB");
    options.option("--measured-activation", replica_.words.measured_activation, "peak of activations");
    options.option("--measured-non-torch", replica_.words.measured_non_torch,
                   "memory beside the framework's allocator");
    options.option("--measured-cuda-graph", replica_.words.measured_cuda_graph, "CUDA graphs");
    options.examples(examples);
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    catalog::Catalog catalog = chosen_catalog(shared);
    const plan::FitInputs inputs = io::read_fit(replica_.with_model(catalog), catalog);
    Trace trace;
    const plan::FitPlan plan = plan::plan_fit(catalog, inputs, &trace);
    if (explain_)
      return {report::explain_text(trace, {plan.bytes_per_token > 0 ? "max_concurrency" : "cache"}, catalog.sources)};
    const plan::FitAlternatives alternatives = plan::fit_alternatives(catalog, inputs);
    const Exit exit = plan.fits || plan.status == plan::Status::unknown ? Exit::answered : Exit::infeasible;
    std::optional<report::FitSpeed> speed;
    if (const auto asked = io::read_speed(speed_, catalog, inputs, plan.max_len))
      speed = {asked->shape, plan::plan_speed(catalog, inputs, plan, *asked)};
    return {write({inputs, plan, alternatives, speed}, shared.format), exit};
  }

 private:
  static std::string write(const report::FitAnswer& answer, Format format) {
    switch (format) {
      case Format::json:
        return report::fit_json(answer);
      case Format::csv:
        return report::fit_csv(answer);
      case Format::markdown:
        return report::fit_markdown(answer);
      case Format::table:
      case Format::memo:
        return report::fit_table(answer);
    }
    return "";
  }

  ReplicaOptions replica_;
  io::SpeedWords speed_;
  bool explain_ = false;
};

}  // namespace

std::unique_ptr<Verb> fit_verb() { return std::make_unique<FitVerb>(); }

}  // namespace planner::cli
