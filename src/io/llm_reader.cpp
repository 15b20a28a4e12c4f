#include <fmt/format.h>

#include <cctype>

#include "io/llm_record.hpp"
#include "io/llm_words.hpp"

namespace planner::io {
namespace {

using namespace catalog;

constexpr Range dimension{.high = 1 << 24, .whole = true};
constexpr Range at_least_one{.low = 1, .high = 1 << 24, .whole = true};
constexpr int most_layers = 2048;

void whole(Reader& at, std::string_view name, int& into, Range range = dimension) {
  double value = into;
  if (at.number(name, value, range)) into = static_cast<int>(value);
}
void whole(Reader& at, std::string_view name, std::int64_t& into) {
  auto value = static_cast<double>(into);
  if (at.number(name, value, whole_count)) into = static_cast<std::int64_t>(value);
}

Attention read_attention(Reader& at) {
  Attention a;
  at.require({"heads", "kv_heads", "head_dim"});
  at.choice("reach", a.reach, llm_words::reaches);
  whole(at, "heads", a.heads, at_least_one);
  whole(at, "kv_heads", a.kv_heads, at_least_one);
  whole(at, "head_dim", a.head_dim, at_least_one);
  whole(at, "window", a.window);
  at.flag("output_gate", a.output_gate);
  whole(at, "vectors", a.vectors);
  return a;
}

LatentAttention read_latent(Reader& at) {
  LatentAttention a;
  at.require({"heads", "kv_rank", "nope_dim", "rope_dim", "value_dim"});
  whole(at, "heads", a.heads, at_least_one);
  whole(at, "query_rank", a.query_rank);
  whole(at, "kv_rank", a.kv_rank, at_least_one);
  whole(at, "nope_dim", a.nope_dim, at_least_one);
  whole(at, "rope_dim", a.rope_dim, at_least_one);
  whole(at, "value_dim", a.value_dim, at_least_one);
  whole(at, "index_heads", a.index_heads);
  whole(at, "index_dim", a.index_dim);
  whole(at, "vectors", a.vectors);
  return a;
}

Recurrent read_recurrent(Reader& at) {
  Recurrent r;
  at.require({"heads", "head_dim", "key_heads", "key_dim"});
  at.choice("kind", r.kind, llm_words::recurrences);
  whole(at, "heads", r.heads, at_least_one);
  whole(at, "head_dim", r.head_dim, at_least_one);
  whole(at, "key_heads", r.key_heads, at_least_one);
  whole(at, "key_dim", r.key_dim, at_least_one);
  whole(at, "conv", r.conv);
  whole(at, "rank", r.rank);
  at.flag("state_in_fp32", r.state_in_fp32);
  whole(at, "vectors", r.vectors);
  return r;
}

Mlp read_mlp(Reader& at) {
  Mlp m;
  at.require({"width"});
  whole(at, "width", m.width, at_least_one);
  at.flag("gated", m.gated);
  whole(at, "vectors", m.vectors);
  return m;
}

Experts read_experts(Reader& at) {
  Experts e;
  at.require({"count", "per_token", "width"});
  whole(at, "count", e.count, at_least_one);
  whole(at, "per_token", e.per_token, at_least_one);
  whole(at, "width", e.width, at_least_one);
  at.flag("gated", e.gated);
  whole(at, "shared_width", e.shared_width);
  at.flag("shared_gate", e.shared_gate);
  whole(at, "latent", e.latent);
  whole(at, "expert_vectors", e.expert_vectors);
  whole(at, "vectors", e.vectors);
  return e;
}

/// A part is an object with its kind as only name: {"attention": {"heads": 32, ...}}.
void read_part(Reader& at, Layer& layer) {
  const auto add = [&](std::string_view name, auto read) {
    at.object(name, [&](Reader& inner) { layer.parts.emplace_back(read(inner)); });
  };
  add("attention", read_attention);
  add("latent_attention", read_latent);
  add("recurrent", read_recurrent);
  add("mlp", read_mlp);
  add("experts", read_experts);
}

Layer read_layer(Reader& at) {
  Layer layer;
  at.each("parts", [&](Reader& part) { read_part(part, layer); });
  whole(at, "vectors", layer.vectors);
  return layer;
}

/// Layers in their order, a letter per kind and how often it repeats: `a3 b58`.
void read_order(Reader& at, const std::string& letters, Stack& stack) {
  std::string text;
  if (!at.text("order", text)) return;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t kind = letters.find(text[i++]);
    if (kind == letters.npos) {
      at.fault("order", "model.order", shown(Json(text)), "must be letters of kinds, each with how often it repeats.",
               "As in \"a3 b58\".");
      return;
    }
    int times = 0;
    for (; i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0 && times <= most_layers; ++i)
      times = 10 * times + (text[i] - '0');
    if (i < text.size() && text[i] == ' ') ++i;
    stack.order.insert(stack.order.end(), static_cast<std::size_t>(std::min(std::max(1, times), most_layers)),
                       static_cast<std::uint8_t>(kind));
  }
  if (stack.layers() > most_layers)
    at.fault("order", "model.order", fmt::format("{} layers", stack.layers()), fmt::format("at most {}.", most_layers));
}

void read_stack(Reader& at, Stack& stack) {
  std::string letters;
  at.require({"hidden", "kinds", "order"});
  whole(at, "hidden", stack.hidden, at_least_one);
  at.entries("kinds", [&](const std::string& letter, Reader& kind) {
    letters += letter.substr(0, 1);
    stack.kinds.push_back(read_layer(kind));
  });
  read_order(at, letters, stack);
  at.each("extra", [&](Reader& matrix) {
    NamedMatrix m;
    matrix.text("name", m.name);
    whole(matrix, "rows", m.rows);
    whole(matrix, "columns", m.columns);
    stack.extra.push_back(m);
  });
  whole(at, "vectors", stack.vectors);
}

Encoder read_encoder(Reader& at) {
  Encoder e;
  at.text("name", e.name);
  at.object("stack", [&](Reader& stack) { read_stack(stack, e.stack); });
  whole(at, "inputs_per_token", e.inputs_per_token);
  at.number("values_per_token", e.values_per_token);
  whole(at, "fixed_tokens", e.fixed_tokens);
  whole(at, "max_item_tokens", e.max_item_tokens);
  return e;
}

void read_published(Reader& at, std::string_view name, Fact<double>& fact) {
  at.object(name, [&](Reader& value) {
    double number = 0;
    if (value.number("value", number)) fact.estimate = Estimate<double>::exactly(number);
    value.texts("sources", fact.sources);
    value.text("note", fact.note);
    fact.basis = Basis::vendor;
  });
}

void read_checkpoint(Reader& at, Checkpoint& c) {
  at.text("format", c.format);
  std::vector<bool Covers::*> left;
  at.choices("not_quantised", left, llm_words::covers);
  for (bool Covers::* which : left) c.covers.*which = false;
  at.text("kv_format", c.kv_format);
  Fact<double> size;
  read_published(at, "bytes", size);
  if (size.known())
    c.size = {Estimate<Bytes>::exactly(size.value() * units::byte), size.sources, size.basis, "", size.note, ""};
  at.flag("holds_mtp", c.holds_mtp);
}

}  // namespace

catalog::Llm read_llm(Reader& at) {
  Llm m;
  at.require({"id", "vocabulary", "decoder"});
  at.text("id", m.id);
  at.text("architecture", m.architecture);
  at.choice("task", m.task, llm_words::tasks);
  whole(at, "vocabulary", m.vocabulary, {.high = 1 << 27, .whole = true});
  at.flag("tied_head", m.tied_head);
  whole(at, "positions", m.positions, {.high = 2147483647, .whole = true});
  at.number("rotary_values", m.rotary_values);
  at.object("decoder", [&](Reader& stack) { read_stack(stack, m.decoder); });
  at.object("encoder", [&](Reader& encoder) { m.encoder = read_encoder(encoder); });
  at.object("mtp", [&](Reader& stack) { read_stack(stack, m.mtp.emplace()); });
  at.object("checkpoint", [&](Reader& checkpoint) { read_checkpoint(checkpoint, m.checkpoint); });
  read_published(at, "published_parameters", m.published_parameters);
  read_published(at, "published_active", m.published_active);
  at.texts("sources", m.sources);
  at.texts("notes", m.notes);
  return m;
}

}  // namespace planner::io
