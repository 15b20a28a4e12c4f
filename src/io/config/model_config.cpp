#include "planner/io/model_config.hpp"

#include <fmt/format.h>

#include <limits>

#include "io/catalog/llm_fields.hpp"
#include "io/config/decoder.hpp"
#include "io/config/quantization.hpp"
#include "io/config/relaxed_json.hpp"
#include "io/config/rotary.hpp"
#include "io/config/towers.hpp"
#include "io/json/json_reader.hpp"
#include "io/json/record_writer.hpp"
#include "io/text/nearest.hpp"
#include "planner/unit/parameters.hpp"

namespace planner::io {

namespace {

using catalog::Llm;
using catalog::Task;

bool is_bert(std::string_view type) {
  return type == "bert" || type == "roberta" || type == "xlm-roberta" || type == "camembert";
}

int positions_of(const Fields& text) {
  return text.optional({"max_position_embeddings", "n_positions", "max_target_positions", "model_max_length"}, 0,
                       std::numeric_limits<int>::max());
}

void read_common(Llm& model, const Fields& config, const Fields& text, bool tied_by_default) {
  model.vocabulary = text.required({"vocab_size"}, "The size of the vocabulary", 1 << 27);
  model.tied_head = text.flag("tie_word_embeddings", config.flag("tie_word_embeddings", tied_by_default));
  model.positions = positions_of(text);
  model.checkpoint = read_checkpoint(config, text);
  const auto architectures = config.texts("architectures");
  model.architecture = architectures.empty() ? config.text("model_type", "") : architectures.front();
}

void read_whisper(Llm& model, const Fields& config) {
  model.task = Task::transcribe;
  read_common(model, config, config, true);
  model.decoder = read_whisper_decoder(config);
  model.encoder = read_whisper_encoder(config);
}

void read_encoder_only(Llm& model, const Fields& config) {
  model.task = Task::embed;
  read_common(model, config, config, true);
  model.decoder = read_bert(config);
}

/// Parts that would be left out of the count without a word.
void refuse_unread(const Fields& config, const Fields& text, const ModelImport& options) {
  if (config.has("audio_config") && !options.text_only)
    config.fault("audio_config", "model.unknown_part", "a tower of sound", "how it is built is not known.",
                 "Leave it out with --text-only.");
  const int hidden = text.zero_if_absent("hidden_size");
  if (const int embedded = text.optional({"word_embed_proj_dim"}).value_or(hidden); embedded != hidden)
    text.fault("word_embed_proj_dim", "model.unknown_part", std::to_string(embedded),
               "embeddings of another size than the hidden one are not understood.");
}

void read_causal(Llm& model, const Fields& config, const Fields& text, const Family& family,
                 const ModelImport& options) {
  model.task = options.embedding ? Task::embed : Task::generate;
  read_common(model, config, text, family.tied);
  model.decoder = read_decoder(text, family);
  model.mtp = read_mtp(text, family, model.decoder);
  model.checkpoint.holds_mtp = model.mtp.has_value() && !text.has("num_mtp_modules");  // MiniMax publishes none
  model.rotary_values = rotary_values(text, family, model.decoder);
  refuse_unread(config, text, options);
  if (!options.text_only) model.encoder = read_vision_tower(config, model.decoder.hidden);
}

/// The family of the text model: its own `model_type`, or that of the whole where the text is not nested.
std::string text_type(const Fields& config, const Fields& text) {
  const std::string type = text.text("model_type", config.text("model_type", ""));
  if (type == "gemma3" || type == "mistral3" || type == "llama4")
    return type == "gemma3" ? "gemma3_text" : type == "llama4" ? "llama4_text" : "mistral";
  return type;
}

void read_by_type(Llm& model, const Fields& config, const ModelImport& options) {
  auto nested = config.child("text_config");
  if (!nested) nested = config.child("llm_config");
  const Fields text = nested ? *nested : config;
  const std::string type = text_type(config, text);
  if (type == "whisper") return read_whisper(model, config);
  if (is_bert(type)) return read_encoder_only(model, config);
  if (const Family* family = find_family(type)) return read_causal(model, config, text, *family, options);
  text.fault("model_type", type.empty() ? "model.field_missing" : "model.unknown_family",
             type.empty() ? "missing" : '"' + type.substr(0, 60) + '"',
             "how such a model gates and norms its layers is not known.",
             did_you_mean(type.substr(0, 60), family_names()) +
                 " If the model is built like one of these, write that name here.");
}

/// A model that no memory holds is a slip of the pen, and would overflow what follows.
void check_size(const Llm& model, const Fields& config) {
  constexpr double most = 1e14;
  if (unit::parameters(model).total <= most) return;
  config.fault("hidden_size", "model.field_value",
               fmt::format("{:.1e} parameters in all", unit::parameters(model).total),
               "the sizes together are beyond any model.");
}

}  // namespace

catalog::Llm import_model(std::string_view config, const ModelImport& options) {
  const std::string file = options.where.empty() ? "config.json" : options.where;
  const Json root = parse_relaxed(config, file);
  std::vector<Issue> issues;
  if (!root.is_object()) throw InputError({{file + "#", "model.not_json", shown(root), "must be a JSON object.", ""}});
  const Fields fields(root, file + "#", issues);
  Llm model{.id = options.id};
  read_by_type(model, fields, options);
  if (issues.empty()) check_size(model, fields);
  if (!issues.empty()) throw InputError(std::move(issues));
  return model;
}

Bytes checkpoint_size(std::string_view index, const std::string& where) {
  const Json root = parse_relaxed(index, where);
  const auto size = root.is_object() && root.contains("metadata") && root["metadata"].is_object()
                        ? root["metadata"].value("total_size", Json())
                        : Json();
  if (size.is_number() && size.get<double>() > 0) return size.get<double>() * units::byte;
  throw InputError({{where + "#/metadata/total_size", "model.field_missing", size.is_null() ? "missing" : shown(size),
                     "the size of all weights in bytes is needed.", ""}});
}

std::string model_overlay(const Llm& model) {
  OrderedJson entry{{"id", model.id}};
  RecordWriter writer(entry);
  fields(writer, model);
  return OrderedJson{{"models", {entry}}}.dump(1) + "\n";
}

}  // namespace planner::io
