#pragma once
#include "io/catalog/catalog_fields.hpp"
#include "io/catalog/llm_words.hpp"

/// The fields of models; see catalog_fields.hpp.
namespace planner::io {

void fields(auto& v, record<catalog::Attention> auto& a) {
  v.word("reach", a.reach, reach_words);
  v.count("heads", a.heads);
  v.count("kv_heads", a.kv_heads);
  v.count("head_dim", a.head_dim);
  v.count("window", a.window);
  v.flag("output_gate", a.output_gate);
  v.count("vectors", a.vectors);
}

void fields(auto& v, record<catalog::LatentAttention> auto& a) {
  v.count("heads", a.heads);
  v.count("query_rank", a.query_rank);
  v.count("kv_rank", a.kv_rank);
  v.count("nope_dim", a.nope_dim);
  v.count("rope_dim", a.rope_dim);
  v.count("value_dim", a.value_dim);
  v.count("index_heads", a.index_heads);
  v.count("index_dim", a.index_dim);
  v.count("vectors", a.vectors);
}

void fields(auto& v, record<catalog::Recurrent> auto& r) {
  v.word("recurrence", r.kind, recurrence_words);
  v.count("heads", r.heads);
  v.count("head_dim", r.head_dim);
  v.count("key_heads", r.key_heads);
  v.count("key_dim", r.key_dim);
  v.count("conv", r.conv);
  v.count("rank", r.rank);
  v.flag("state_in_fp32", r.state_in_fp32);
  v.count("vectors", r.vectors);
}

void fields(auto& v, record<catalog::Mlp> auto& m) {
  v.count("width", m.width);
  v.flag("gated", m.gated);
  v.count("vectors", m.vectors);
}

void fields(auto& v, record<catalog::Experts> auto& e) {
  v.count("count", e.count);
  v.count("per_token", e.per_token);
  v.count("width", e.width);
  v.flag("gated", e.gated);
  v.count("shared_width", e.shared_width);
  v.flag("shared_gate", e.shared_gate);
  v.count("latent", e.latent);
  v.count("expert_vectors", e.expert_vectors);
  v.count("vectors", e.vectors);
}

inline catalog::Part empty_part(PartKind kind) {
  switch (kind) {
    case PartKind::attention:
      return catalog::Attention{};
    case PartKind::latent_attention:
      return catalog::LatentAttention{};
    case PartKind::recurrent:
      return catalog::Recurrent{};
    case PartKind::mlp:
      return catalog::Mlp{};
    case PartKind::experts:
      return catalog::Experts{};
  }
  return {};
}

void fields(auto& v, record<catalog::Part> auto& part) {
  auto kind = static_cast<PartKind>(part.index());
  v.word("part", kind, part_words);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(part)>>) part = empty_part(kind);
  std::visit([&](auto& p) { fields(v, p); }, part);
}

void fields(auto& v, record<catalog::Layer> auto& l) {
  v.list("parts", l.parts);
  v.count("vectors", l.vectors);
}

void fields(auto& v, record<catalog::LayerRun> auto& r) {
  v.count("kind", r.kind);
  v.count("layers", r.layers);
}

void fields(auto& v, record<catalog::NamedMatrix> auto& m) {
  v.text("name", m.name);
  v.count("rows", m.rows);
  v.count("columns", m.columns);
}

void fields(auto& v, record<catalog::Stack> auto& s) {
  v.count("hidden", s.hidden);
  v.list("kinds", s.kinds);
  v.list("runs", s.runs);
  v.list("extra", s.extra);
  v.count("vectors", s.vectors);
}

void fields(auto& v, record<catalog::Encoder> auto& e) {
  v.text("name", e.name);
  v.object("stack", e.stack);
  v.count("inputs_per_token", e.inputs_per_token);
  v.number("values_per_token", e.values_per_token);
  v.count("fixed_tokens", e.fixed_tokens);
  v.count("max_item_tokens", e.max_item_tokens);
}

void fields(auto& v, record<catalog::Covers> auto& c) {
  v.flag("attention", c.attention);
  v.flag("mlp", c.mlp);
  v.flag("experts", c.experts);
  v.flag("shared_experts", c.shared_experts);
  v.flag("recurrent", c.recurrent);
  v.flag("embedding", c.embedding);
  v.flag("head", c.head);
}

void fields(auto& v, record<catalog::Checkpoint> auto& c) {
  v.text("format", c.format);
  v.object("covers", c.covers);
  v.text("kv_format", c.kv_format);
  v.fact("size", c.size, "byte");
  v.flag("holds_mtp", c.holds_mtp);
}

void fields(auto& v, record<catalog::Llm> auto& m) {
  v.text("architecture", m.architecture);
  v.word("task", m.task, task_words);
  v.count("vocabulary", m.vocabulary);
  v.flag("tied_head", m.tied_head);
  v.count("positions", m.positions);
  v.number("rotary_values", m.rotary_values);
  v.object("decoder", m.decoder);
  v.object("encoder", m.encoder);
  v.object("mtp", m.mtp);
  v.object("checkpoint", m.checkpoint);
  v.fact("published_parameters", m.published_parameters);
  v.fact("published_active", m.published_active);
  v.sources("sources", m.sources);
  v.texts("notes", m.notes);
}

void fields(auto& v, record<catalog::NumberFormat> auto& f) {
  v.text("name", f.name);
  v.number("bits", f.bits);
  v.number("scale_bits", f.scale_bits);
  v.count("block_rows", f.block_rows);
  v.count("block_columns", f.block_columns);
  v.flag("for_weights", f.for_weights);
  v.flag("for_cache", f.for_cache);
  v.flag("whole_checkpoint", f.whole_checkpoint);
  v.fact("compute_capability", f.compute_capability);
  v.text("note", f.note);
  v.sources("sources", f.sources);
}

}  // namespace planner::io
