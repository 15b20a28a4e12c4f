// Fit from C++: a model of one's own, read from its config.json, on every GPU of the catalog, and how fast it serves on
// one of them.
#include <iostream>
#include <planner/base/error.hpp>
#include <planner/io/catalog.hpp>
#include <planner/io/model_config.hpp>
#include <planner/plan/fit/alternatives.hpp>
#include <planner/plan/fit/replica.hpp>

using namespace planner;

namespace {

constexpr const char* config = R"({"model_type": "qwen3", "hidden_size": 4096, "num_hidden_layers": 36,
  "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 12288,
  "vocab_size": 151936, "max_position_embeddings": 40960, "torch_dtype": "bfloat16"})";

}  // namespace

int main() {
  try {
    catalog::Catalog catalog = io::builtin_catalog();
    catalog.models["ours"] = io::import_model(config, {.id = "ours"});
    plan::FitInputs question{.model = "ours", .gpu = "l40s", .engine = "vllm@0.19", .max_len = 8192};
    const plan::FitPlan fit = plan::plan_fit(catalog, question);
    std::cout << (fit.fits ? "fits: " : "does not fit: ") << fit.kv_tokens << " tokens of cache, "
              << fit.max_concurrency << " sequences of 8,192\n";
    for (const plan::FitAlternative& other : plan::fit_alternatives(catalog, question).gpus)
      std::cout << other.gpu << " at TP " << other.tensor_parallel << ": " << other.kv_tokens << " tokens\n";

    const unit::RequestShape shape{.input_tokens = 1500, .output_tokens = 250};
    const auto replica = plan::replica_of(catalog, question, fit, shape);
    if (!replica) return 3;
    const unit::OperatingPoint point =
        unit::operating_point(replica->serving, replica->room, {.tpot_p95 = 50.0 * units::ms}, *replica->reached);
    std::cout << point.batch << " requests at once, " << point.capacity.base() << " requests/s, a token every "
              << point.tpot.in(units::ms) << " ms\n";
    return fit.fits ? 0 : 3;
  } catch (const InputError& fault) {
    for (const Issue& issue : fault.issues()) std::cerr << issue.where << ": " << issue.rule << '\n';
    return 2;
  }
}
