#pragma once
#include "io/catalog/catalog_fields.hpp"
#include "io/catalog/llm_words.hpp"

/// The fields of engines; see catalog_fields.hpp.
namespace planner::io {

void fields(auto& v, record<catalog::BatchDefaults> auto& b) {
  v.count("batched_tokens", b.batched_tokens);
  v.count("sequences", b.sequences);
}

void fields(auto& v, record<catalog::ActivationFacts> auto& a) {
  v.fact("hidden_buffers", a.hidden_buffers);
  v.fact("sampler_bytes", a.sampler_bytes);
  v.fact("top_k_rows", a.top_k_rows);
  v.fact("library_workspace", a.library_workspace, "MiB");
  v.flag("keeps_expert_workspace", a.keeps_expert_workspace);
  v.fact("error", a.error, "GiB");
}

void fields(auto& v, record<catalog::NonTorch> auto& n) {
  v.count("tensor_parallel", n.tensor_parallel);
  v.fact("bytes", n.bytes, "GiB");
}

void fields(auto& v, record<catalog::GraphFacts> auto& g) {
  v.fact("fixed", g.fixed, "GiB");
  v.fact("fixed_tensor_parallel", g.fixed_tensor_parallel, "GiB");
  v.fact("experts", g.experts, "GiB");
  v.fact("per_layer", g.per_layer, "GiB");
}

void fields(auto& v, record<catalog::LateFacts> auto& l) {
  v.fact("logit_copies", l.logit_copies);
  v.fact("logit_copies_mxfp4", l.logit_copies_mxfp4);
}

void fields(auto& v, record<catalog::ExpertPadding> auto& p) {
  v.text("format", p.format);
  v.count("width", p.width);
  v.count("hidden", p.hidden);
}

void fields(auto& v, record<catalog::Engine> auto& e) {
  v.text("name", e.name);
  v.word("budget", e.budget, cache_budget_words);
  v.number("utilization", e.utilization);
  v.object("defaults", e.defaults);
  v.object("defaults_large", e.defaults_large);
  v.quantity("large_card", e.large_card);
  v.texts("never_large", e.never_large);
  v.flag("batch_follows_length", e.batch_follows_length);
  v.word("layout", e.layout, cache_layout_words);
  v.count("block_tokens", e.block_tokens);
  v.number("group_stretch", e.group_stretch);
  v.count("state_pages", e.state_pages);
  v.flag("tokens_by_concurrency", e.tokens_by_concurrency);
  v.flag("reserves_answers", e.reserves_answers);
  v.flag("cuts_experts_over_replicas", e.cuts_experts_over_replicas);
  v.flag("falls_back_to_fp16", e.falls_back_to_fp16);
  v.count("vocabulary_padding", e.vocabulary_padding);
  v.flag("pages_of_torch", e.pages_of_torch);
  v.count("sleep_levels", e.sleep_levels);
  v.object("activation", e.activation);
  v.list("non_torch", e.non_torch);
  v.fact("non_torch_pipeline", e.non_torch_pipeline, "GiB");
  v.object("graphs", e.graphs);
  v.object("late", e.late);
  v.list("expert_padding", e.expert_padding);
  v.sources("sources", e.sources);
  v.texts("notes", e.notes);
}

}  // namespace planner::io
