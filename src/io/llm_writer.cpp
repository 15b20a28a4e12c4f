#include <cmath>

#include "io/llm_record.hpp"
#include "io/llm_words.hpp"

namespace planner::io {
namespace {

using namespace catalog;
using Out = nlohmann::ordered_json;

/// Whole numbers are written as such, whatever their C++ type.
Out number(double value) {
  return value == std::floor(value) && std::abs(value) < 1e15 ? Out(static_cast<std::int64_t>(value)) : Out(value);
}

/// Writes what differs from the default.
template <class T>
void put(Out& out, const char* name, const T& value, const T& otherwise = T{}) {
  if (!(value == otherwise)) out[name] = value;
}

Out written(const Attention& a) {
  Out out;
  if (a.reach != Reach::all) out["reach"] = llm_words::word_for(llm_words::reaches, a.reach);
  out["heads"] = a.heads;
  out["kv_heads"] = a.kv_heads;
  out["head_dim"] = a.head_dim;
  put(out, "window", a.window);
  put(out, "output_gate", a.output_gate);
  put(out, "vectors", a.vectors);
  return {{"attention", out}};
}

Out written(const LatentAttention& a) {
  Out out;
  out["heads"] = a.heads;
  put(out, "query_rank", a.query_rank);
  out["kv_rank"] = a.kv_rank;
  out["nope_dim"] = a.nope_dim;
  out["rope_dim"] = a.rope_dim;
  out["value_dim"] = a.value_dim;
  put(out, "index_heads", a.index_heads);
  put(out, "index_dim", a.index_dim);
  put(out, "vectors", a.vectors);
  return {{"latent_attention", out}};
}

Out written(const Recurrent& r) {
  Out out;
  out["kind"] = llm_words::word_for(llm_words::recurrences, r.kind);
  out["heads"] = r.heads;
  out["head_dim"] = r.head_dim;
  out["key_heads"] = r.key_heads;
  out["key_dim"] = r.key_dim;
  put(out, "conv", r.conv);
  put(out, "rank", r.rank);
  put(out, "state_in_fp32", r.state_in_fp32);
  put(out, "vectors", r.vectors);
  return {{"recurrent", out}};
}

Out written(const Mlp& m) {
  Out out;
  out["width"] = m.width;
  put(out, "gated", m.gated, true);
  put(out, "vectors", m.vectors);
  return {{"mlp", out}};
}

Out written(const Experts& e) {
  Out out;
  out["count"] = e.count;
  out["per_token"] = e.per_token;
  out["width"] = e.width;
  put(out, "gated", e.gated, true);
  put(out, "shared_width", e.shared_width);
  put(out, "shared_gate", e.shared_gate);
  put(out, "latent", e.latent);
  put(out, "expert_vectors", e.expert_vectors);
  put(out, "vectors", e.vectors);
  return {{"experts", out}};
}

Out written(const Layer& layer) {
  Out out, parts = Out::array();
  for (const Part& part : layer.parts) parts.push_back(std::visit([](const auto& p) { return written(p); }, part));
  out["parts"] = parts;
  put(out, "vectors", layer.vectors);
  return out;
}

std::string letter_of(std::size_t kind) { return {static_cast<char>('a' + kind)}; }

std::string written_order(const std::vector<std::uint8_t>& order) {
  std::string text;
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    while (end < order.size() && order[end] == order[i]) ++end;
    text += (text.empty() ? "" : " ") + letter_of(order[i]) + (end - i > 1 ? std::to_string(end - i) : "");
    i = end;
  }
  return text;
}

Out written(const Stack& stack) {
  Out out;
  out["hidden"] = stack.hidden;
  for (std::size_t k = 0; k < stack.kinds.size(); ++k) out["kinds"][letter_of(k)] = written(stack.kinds[k]);
  out["order"] = written_order(stack.order);
  for (const NamedMatrix& m : stack.extra)
    out["extra"].push_back({{"name", m.name}, {"rows", m.rows}, {"columns", m.columns}});
  put(out, "vectors", stack.vectors);
  return out;
}

Out written(const Encoder& e) {
  Out out;
  out["name"] = e.name;
  out["stack"] = written(e.stack);
  put(out, "inputs_per_token", e.inputs_per_token, 1);
  if (e.values_per_token > 0) out["values_per_token"] = number(e.values_per_token);
  put(out, "fixed_tokens", e.fixed_tokens);
  put(out, "max_item_tokens", e.max_item_tokens);
  return out;
}

void put_published(Out& out, const char* name, double value, const std::vector<std::string>& sources,
                   const std::string& note) {
  out[name] = {{"value", number(value)}, {"sources", sources}};
  if (!note.empty()) out[name]["note"] = note;
}

Out written(const Checkpoint& c) {
  Out out;
  out["format"] = c.format;
  for (const auto& [name, which] : llm_words::covers) {
    if (Covers{}.*which && !(c.covers.*which)) out["not_quantised"].push_back(name);
  }
  put(out, "kv_format", c.kv_format);
  if (c.size.known()) put_published(out, "bytes", c.size.value().base(), c.size.sources, c.size.note);
  put(out, "holds_mtp", c.holds_mtp);
  return out;
}

}  // namespace

nlohmann::ordered_json write_llm(const catalog::Llm& m) {
  Out out;
  out["id"] = m.id;
  put(out, "architecture", m.architecture);
  out["task"] = llm_words::word_for(llm_words::tasks, m.task);
  out["vocabulary"] = m.vocabulary;
  put(out, "tied_head", m.tied_head);
  put(out, "positions", m.positions);
  if (m.rotary_values > 0) out["rotary_values"] = number(m.rotary_values);
  out["decoder"] = written(m.decoder);
  if (m.encoder) out["encoder"] = written(*m.encoder);
  if (m.mtp) out["mtp"] = written(*m.mtp);
  out["checkpoint"] = written(m.checkpoint);
  const auto published = [&](const char* name, const Fact<double>& fact) {
    if (fact.known()) put_published(out, name, fact.value(), fact.sources, fact.note);
  };
  published("published_parameters", m.published_parameters);
  published("published_active", m.published_active);
  put(out, "sources", m.sources);
  put(out, "notes", m.notes);
  return out;
}

}  // namespace planner::io
