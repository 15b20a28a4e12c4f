#include "io/catalog/llm_check.hpp"

#include <fmt/format.h>

#include "planner/unit/parameters.hpp"

namespace planner::io {
namespace {

using namespace catalog;

constexpr int largest_dimension = 1 << 24, most_layers = 2048;

bool sound(int value) { return value >= 1 && value <= largest_dimension; }

struct SoundPart {
  bool operator()(const Attention& a) const {
    return sound(a.heads) && sound(a.kv_heads) && sound(a.head_dim) && a.heads % a.kv_heads == 0 &&
           (sound(a.window) || (a.reach != Reach::sliding && a.reach != Reach::chunked));
  }
  bool operator()(const LatentAttention& a) const {
    return sound(a.heads) && sound(a.kv_rank) && sound(a.value_dim) && a.nope_dim <= largest_dimension &&
           a.rope_dim <= largest_dimension && a.query_rank <= largest_dimension;
  }
  bool operator()(const Recurrent& r) const {
    return sound(r.heads) && sound(r.head_dim) && sound(r.key_heads) && sound(r.key_dim) && r.conv <= 1024;
  }
  bool operator()(const Mlp& m) const { return sound(m.width); }
  bool operator()(const Experts& e) const {
    return sound(e.count) && sound(e.per_token) && e.per_token <= e.count && sound(e.width) &&
           e.shared_width <= largest_dimension && e.latent <= largest_dimension;
  }
};

bool sound(const Stack& stack) {
  if (!sound(stack.hidden) || stack.runs.empty()) return false;
  for (const LayerRun& run : stack.runs) {
    if (run.kind < 0 || run.kind >= static_cast<int>(stack.kinds.size()) || run.layers < 1 || run.layers > most_layers)
      return false;
  }
  for (const Layer& layer : stack.kinds) {
    for (const Part& part : layer.parts) {
      if (!std::visit(SoundPart{}, part)) return false;
    }
  }
  return true;
}

}  // namespace

void check_llm(Reader& at, const Llm& model) {
  const auto check = [&](const char* name, const Stack& stack) {
    if (sound(stack)) return;
    at.fault(name, "model.sizes", "sizes that do not go together",
             "hidden size, layers, heads and widths must be at least 1, heads divide among KV heads, experts per token "
             "be at most the experts, and runs name kinds by their place in the list.");
  };
  check("decoder", model.decoder);
  if (model.encoder) check("encoder", model.encoder->stack);
  if (model.mtp) check("mtp", *model.mtp);
  if (model.vocabulary < 1)
    at.fault("vocabulary", "model.sizes", std::to_string(model.vocabulary), "must be at least 1.");
}

}  // namespace planner::io
