#include "planner/io/speed_question.hpp"

#include "io/json/option_reader.hpp"

namespace planner::io {
namespace {

/// Sound goes through the encoder in pieces of its positions, and only its answer takes those of the decoder.
void check_ranges(OptionReader& options, const SpeedWords& words, const catalog::Llm& model, double max_len) {
  constexpr double day_of_sound = 24 * 3600 * 50.0;  // Whisper: 1,500 positions for 30 s
  const bool sound = model.task == catalog::Task::transcribe;
  options.within("input-tokens", words.input_tokens, 1, sound ? day_of_sound : max_len);
  options.within("output-tokens", words.output_tokens, 0, sound ? max_len : max_len - words.input_tokens.value_or(0));
  options.within("prefix-hit", words.prefix_hit, 0, 0.999);
  options.within("ttft-ms", words.ttft_ms, 0.001, 1e9);
  options.within("tpot-ms", words.tpot_ms, 0.001, 1e9);
  if (!words.input_tokens && (words.output_tokens || words.prefix_hit || words.ttft_ms || words.tpot_ms))
    options.fault("input-tokens", "input.missing", "", "must be given where speed is asked for.");
}

void refuse_unknown_speed(OptionReader& options, const SpeedWords& words, const plan::FitInputs& replica,
                          const catalog::Llm& model) {
  if (replica.card)
    options.fault("input-tokens", "input.conflict", "beside --mig or --gpu-memory",
                  "the speed of a part of a card is not told here.",
                  "A scenario of `planner models` with \"sharing\": \"mig\" times slices.");
  if (!model.has_head() && words.output_tokens.value_or(0) > 0)
    options.fault("output-tokens", "input.out_of_range", print_number(*words.output_tokens),
                  "a model of embeddings writes no tokens: 0.");
}

}  // namespace

std::optional<plan::SpeedInputs> read_speed(const SpeedWords& words, const catalog::Catalog& catalog,
                                            const plan::FitInputs& replica, double max_len) {
  OptionReader options;
  const catalog::Llm& model = catalog.models.at(replica.model);
  if (max_len > 0) check_ranges(options, words, model, max_len);
  if (words.input_tokens) refuse_unknown_speed(options, words, replica, model);
  options.throw_if_faulty();
  if (!words.input_tokens) return std::nullopt;
  plan::SpeedInputs in{.shape = {*words.input_tokens, words.output_tokens.value_or(0)}};
  in.shape.prefix_hit = words.prefix_hit.value_or(0);
  if (words.ttft_ms) in.targets.ttft_p95 = *words.ttft_ms * units::ms;
  if (words.tpot_ms) in.targets.tpot_p95 = *words.tpot_ms * units::ms;
  return in;
}

}  // namespace planner::io
