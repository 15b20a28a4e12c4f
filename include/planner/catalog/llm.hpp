#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/evidence/source.hpp"

/// The architecture of an open-weights model, as far as its weights and its cache depend on it. A stack is a list of
/// layers; a layer is a list of parts (attention, recurrence, MLP, experts); unlike layers are different `kinds`.
///
/// `vectors` counts the values of a part that are no matrices: biases, norms, attention sinks. They are never
/// quantised.
namespace planner::catalog {

/// Which earlier tokens a query sees, and so what the cache must keep.
enum class Reach {
  all,
  sliding,    ///< the last `window` tokens
  chunked,    ///< the tokens of its own chunk of `window` tokens
  both_ways,  ///< an encoder's: nothing is cached
  cross,      ///< the encoder's output: cached once per sequence
};

/// Softmax attention with keys and values (MHA, GQA, MQA by the number of KV heads).
struct Attention {
  Reach reach = Reach::all;
  int heads = 0, kv_heads = 0, head_dim = 0;
  int window = 0;            ///< tokens; for `sliding` and `chunked`
  bool output_gate = false;  ///< the query projection also makes a gate of the same size
  std::int64_t vectors = 0;
  friend bool operator==(const Attention&, const Attention&) = default;
};

/// Multi-head latent attention: keys and values are kept as one compressed vector (DeepSeek-V2, arXiv 2405.04434 §2.1).
struct LatentAttention {
  int heads = 0;
  int query_rank = 0;  ///< 0: queries are projected directly
  int kv_rank = 0, nope_dim = 0, rope_dim = 0, value_dim = 0;
  int index_heads = 0, index_dim = 0;  ///< the indexer of sparse attention (DeepSeek-V3.2); 0: none
  std::int64_t vectors = 0;
  friend bool operator==(const LatentAttention&, const LatentAttention&) = default;
};

/// Token mixing with a state of fixed size per sequence instead of a growing cache.
enum class Recurrence {
  mamba1,
  mamba2,
  gated_delta_net,
  kimi_delta,  ///< KDA of Kimi Linear
  lightning,   ///< MiniMax
};

struct Recurrent {
  Recurrence kind = Recurrence::mamba2;
  int heads = 0, head_dim = 0;     ///< of the values; Mamba-1: channels and 1
  int key_heads = 0, key_dim = 0;  ///< Mamba: groups and state size
  int conv = 0;                    ///< taps of the short convolution; 0: none
  int rank = 0;                    ///< Mamba-1: rank of the time step
  bool state_in_fp32 = false;      ///< the model asks for it; the convolution's part stays at 16 bit
  std::int64_t vectors = 0;
  friend bool operator==(const Recurrent&, const Recurrent&) = default;
};

struct Mlp {
  int width = 0;
  bool gated = true;  ///< gate and up projection; else up alone
  std::int64_t vectors = 0;
  friend bool operator==(const Mlp&, const Mlp&) = default;
};

/// Mixture of experts: `per_token` of `count` experts, and a shared expert of `shared_width` (0: none).
struct Experts {
  int count = 0, per_token = 0, width = 0;
  bool gated = true;
  int shared_width = 0;
  bool shared_gate = false;
  int latent = 0;  ///< the experts work in this narrower space (Nemotron-3 Ultra); 0: in the hidden size
  std::int64_t expert_vectors = 0;  ///< biases of one expert
  std::int64_t vectors = 0;         ///< of the router
  friend bool operator==(const Experts&, const Experts&) = default;
};

using Part = std::variant<Attention, LatentAttention, Recurrent, Mlp, Experts>;

struct Layer {
  std::vector<Part> parts{};
  std::int64_t vectors = 0;  ///< the layer's own norms
  friend bool operator==(const Layer&, const Layer&) = default;
};

/// A matrix outside the layers: positions, patch embedding, projector.
struct NamedMatrix {
  std::string name{};
  std::int64_t rows = 0, columns = 0;
};

/// Consecutive layers of one kind.
struct LayerRun {
  int kind = 0;  ///< index into `Stack::kinds`
  int layers = 1;
};

struct Stack {
  int hidden = 0;
  std::vector<Layer> kinds{};
  std::vector<LayerRun> runs{};  ///< first layers to last
  std::vector<NamedMatrix> extra{};
  std::int64_t vectors = 0;  ///< the final norm, and biases of `extra`

  [[nodiscard]] int layers() const {
    int sum = 0;
    for (const LayerRun& run : runs) sum += run.layers;
    return sum;
  }
  [[nodiscard]] const Layer& kind(const LayerRun& run) const { return kinds[static_cast<std::size_t>(run.kind)]; }
  void append(int kind_index, int layers_of_it = 1) {
    if (!runs.empty() && runs.back().kind == kind_index) {
      runs.back().layers += layers_of_it;
    } else {
      runs.push_back({kind_index, layers_of_it});
    }
  }
};

/// A tower in front of the decoder: images or sound.
struct Encoder {
  std::string name{};
  Stack stack{};
  int inputs_per_token = 1;     ///< encoder positions that become one token of the decoder
  double values_per_token = 0;  ///< input values (pixels) behind one token of the decoder
  int fixed_tokens = 0;         ///< tokens per sequence (Whisper's 1,500); 0: as many as the input has
  int max_item_tokens = 0;      ///< of the largest input that one item can be; 0: not known
};

enum class Task { generate, embed, transcribe };

/// Which matrices a quantised checkpoint quantises.
struct Covers {
  bool attention = true, mlp = true, experts = true, shared_experts = true, recurrent = true;
  bool embedding = false, head = false;
  friend bool operator==(const Covers&, const Covers&) = default;
};

/// The checkpoint as published.
struct Checkpoint {
  std::string format = "bf16";  ///< id of a weight format
  Covers covers{};
  std::string kv_format{};  ///< the cache format it asks for; empty: that of the activations
  Fact<Bytes> size{};       ///< of the weight files
  bool holds_mtp = false;   ///< the files include the multi-token-prediction layers
};

struct Llm {
  std::string id{}, architecture{};
  Task task = Task::generate;
  int vocabulary = 0;
  bool tied_head = false;
  int positions = 0;         ///< longest sequence it was made for; 0: not known
  double rotary_values = 0;  ///< size of the tables of rotary embeddings that an engine builds
  Stack decoder{};           ///< an encoder-only model has its layers here
  std::optional<Encoder> encoder{};
  std::optional<Stack> mtp{};  ///< multi-token-prediction layers; engines load them on request only
  Checkpoint checkpoint{};
  Fact<double> published_parameters{}, published_active{};
  std::vector<std::string> sources{}, notes{};

  [[nodiscard]] bool has_head() const { return task != Task::embed; }
};

}  // namespace planner::catalog
