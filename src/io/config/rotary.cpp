#include "io/config/rotary.hpp"

#include <algorithm>

namespace planner::io {

namespace {

using catalog::Attention;
using catalog::LatentAttention;
using catalog::Reach;

/// Rows of the table: how far the scaling stretches the positions (vLLM, model_executor/layers/rotary_embedding).
double table_rows(const Fields& text, const Fields* scaling) {
  const double positions = text.optional({"max_position_embeddings"}).value_or(0);
  if (scaling == nullptr) return positions;
  const std::string type = scaling->text("rope_type", scaling->text("type", "default"));
  const double factor = std::max(1.0, scaling->number("factor", 1));
  const double original = scaling->number("original_max_position_embeddings", positions);
  if (type == "yarn" || type == "deepseek_yarn") return original * factor;
  if (type == "linear" || type == "dynamic") return positions * factor;
  if (type == "longrope") return positions + original;
  if (type == "mrope") return positions * 4;
  return positions;
}

/// Rotated dimensions of a layer of that kind; 0: none.
double rotated(const catalog::Layer& layer, bool windowed, double share) {
  for (const catalog::Part& part : layer.parts) {
    if (const auto* latent = std::get_if<LatentAttention>(&part); latent != nullptr && !windowed)
      return latent->rope_dim;
    const auto* a = std::get_if<Attention>(&part);
    if (a != nullptr && (a->window > 0) == windowed && a->reach != Reach::cross) return a->head_dim * share;
  }
  return 0;
}

double table_columns(const Fields& text, const catalog::Stack& decoder, bool windowed) {
  double columns = 0;
  const double share = text.number("partial_rotary_factor", 1);
  for (const catalog::Layer& layer : decoder.kinds) columns = std::max(columns, rotated(layer, windowed, share));
  return text.optional({"rotary_dim"}) && columns > 0 ? text.zero_if_absent("rotary_dim") : columns;
}

}  // namespace

double rotary_values(const Fields& text, const Family& family, const catalog::Stack& decoder) {
  if (!family.rotary) return 0;
  auto scaling = text.child("rope_parameters");
  if (!scaling) scaling = text.child("rope_scaling");
  const double seeing_all = table_columns(text, decoder, false), windowed = table_columns(text, decoder, true);
  double values = seeing_all * table_rows(text, scaling ? &*scaling : nullptr);
  const bool own_table = text.has("rope_local_base_freq") || family.type == "gemma3_text";  // Gemma 3's window layers
  if (windowed > 0 && (own_table || seeing_all <= 0)) values += windowed * table_rows(text, nullptr);
  return values;
}

}  // namespace planner::io
