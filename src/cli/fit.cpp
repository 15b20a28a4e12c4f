#include "planner/report/fit.hpp"

#include "cli/replica_options.hpp"
#include "cli/scenario_options.hpp"
#include "cli/verbs.hpp"
#include "planner/base/error.hpp"
#include "planner/io/unit_text.hpp"
#include "planner/plan/fit/alternatives.hpp"
#include "planner/plan/fit/replica.hpp"
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

/// What is asked about speed.
struct SpeedWords {
  std::optional<double> input_tokens, output_tokens, prefix_hit, ttft_ms, tpot_ms;

  void declare(Options& options) {
    options.group("How fast it serves (docs/design/serving.md)");
    options.option("--input-tokens", input_tokens, "mean tokens of a prompt; of sound: encoder positions");
    options.option("--output-tokens", output_tokens, "mean tokens of an answer; 0: embeddings");
    options.option("--prefix-hit", prefix_hit, "share of the prompt found in the prefix cache (default 0)");
    options.option("--ttft-ms", ttft_ms, "95 % of first tokens within this (default: any)");
    options.option("--tpot-ms", tpot_ms, "95 % of later tokens within this (default: any)");
  }

  /// Sound goes through the encoder in pieces of its positions, and only its answer takes those of the decoder.
  void check(const catalog::Llm& model, double max_len) const {
    constexpr double day_of_sound = 24 * 3600 * 50.0;  // Whisper: 1,500 positions for 30 s
    const bool sound = model.task == catalog::Task::transcribe;
    const auto in_range = [](const char* name, const std::optional<double>& value, double low, double high) {
      if (value && !(*value >= low && *value <= high))
        throw InputError({{name, "input.out_of_range", io::print_number(*value),
                           "must be from " + io::print_number(low) + " to " + io::print_number(high) + ".", ""}});
    };
    in_range("--input-tokens", input_tokens, 1, sound ? day_of_sound : max_len);
    in_range("--output-tokens", output_tokens, 0, sound ? max_len : max_len - input_tokens.value_or(0));
    in_range("--prefix-hit", prefix_hit, 0, 0.999);
    in_range("--ttft-ms", ttft_ms, 0.001, 1e9);
    in_range("--tpot-ms", tpot_ms, 0.001, 1e9);
    if (!input_tokens && (output_tokens || prefix_hit || ttft_ms || tpot_ms))
      throw InputError({{"--input-tokens", "input.missing", "", "must be given where speed is asked for.", ""}});
  }

  void refuse_unknown_speed(const catalog::Catalog& catalog, const plan::FitInputs& in) const {
    if (in.card)
      throw InputError({{"--input-tokens", "input.conflict", "beside --mig or --gpu-memory",
                         "the speed of a part of a card is not told here.",
                         "A scenario of `planner models` with \"sharing\": \"mig\" times slices."}});
    const auto* model = catalog::find(catalog.models, in.model);
    if (model != nullptr && !model->has_head() && output_tokens.value_or(0) > 0)
      throw InputError({{"--output-tokens", "input.out_of_range", io::print_number(*output_tokens),
                         "a model of embeddings writes no tokens: 0.", ""}});
  }

  [[nodiscard]] std::optional<report::FitSpeed> answer(const catalog::Catalog& catalog, const plan::FitInputs& in,
                                                       const plan::FitPlan& plan) const {
    if (plan.max_len > 0) check(catalog.models.at(in.model), plan.max_len);
    if (!input_tokens) return std::nullopt;
    refuse_unknown_speed(catalog, in);
    report::FitSpeed speed{.shape = {*input_tokens, output_tokens.value_or(0)}};
    speed.shape.prefix_hit = prefix_hit.value_or(0);
    unit::LatencyTargets targets;
    if (ttft_ms) targets.ttft_p95 = *ttft_ms * units::ms;
    if (tpot_ms) targets.tpot_p95 = *tpot_ms * units::ms;
    if (const auto r = plan::replica_of(catalog, in, plan, speed.shape))
      speed.point = unit::operating_point(r->serving, r->room, targets, *r->reached);
    return speed;
  }
};

class FitVerb : public Verb {
 public:
  FitVerb() : Verb("fit", "does this model fit on these GPUs, with how much KV cache, context and concurrency") {}

  void declare(Options& options) override {
    replica_.declare_model(options);
    replica_.declare_engine(options);
    options.flag("--explain", explain_, "print the derivation instead");
    speed_.declare(options);
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
    return {write({inputs, plan, alternatives, speed_.answer(catalog, inputs, plan)}, shared.format), exit};
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
  SpeedWords speed_;
  bool explain_ = false;
};

}  // namespace

std::unique_ptr<Verb> fit_verb() { return std::make_unique<FitVerb>(); }

}  // namespace planner::cli
