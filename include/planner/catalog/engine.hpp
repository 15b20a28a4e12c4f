#pragma once
#include <string>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/evidence/source.hpp"

/// What differs between serving engines and their versions.
namespace planner::catalog {

/// How an engine sets its cache's size.
enum class CacheBudget {
  share_of_card,  ///< a share of the card holds weights, activations, other allocations and cache (vLLM)
  static_share,   ///< a share of what was free holds weights and cache; the rest is for activations (SGLang)
  share_of_rest,  ///< the cache takes a share of what the loaded model leaves free (TensorRT-LLM)
};

/// How an engine hands its cache out.
enum class CacheLayout {
  grouped_pages,  ///< pages shared by groups of equally many layers; unlike kinds of layers are separate groups
  tokens,         ///< one pool of tokens over all layers
};

/// Defaults that a user seldom sets. They follow the size of the card.
struct BatchDefaults {
  int batched_tokens = 0, sequences = 0;
};

/// Memory of a forward pass. The peak is that of the layers or that of the sampler, whichever is larger.
struct ActivationFacts {
  Fact<double> hidden_buffers{};    ///< buffers of the size of the hidden states that live at once in a layer
  Fact<double> sampler_bytes{};     ///< per sequence and vocabulary entry, beside the logits themselves
  Fact<double> top_k_rows{};        ///< rows of the vocabulary that the top-k kernel keeps as scratch
  Fact<Bytes> library_workspace{};  ///< cuBLAS and the like, through the framework's allocator
  bool keeps_expert_workspace = false;
  Fact<Bytes> error{};  ///< largest difference between estimate and log, over the runs of the fit
};

/// Memory beside the framework's allocator, by tensor-parallel degree (the next smaller entry counts).
struct NonTorch {
  int tensor_parallel = 1;
  Fact<Bytes> bytes{};
};

/// CUDA graphs: a part for the whole, more of it with experts, and one per layer.
struct GraphFacts {
  Fact<Bytes> fixed{}, fixed_tensor_parallel{}, experts{}, per_layer{};
};

/// Memory that no budget counts, besides the CUDA context and graphs: what is allocated after the cache. It was seen in
/// the sampler's warm-up and is counted in copies of its 32-bit logits.
struct LateFacts {
  Fact<double> logit_copies{};
  Fact<double> logit_copies_mxfp4{};  ///< more of them where experts are MXFP4
};

/// Expert matrices are stored padded in some formats: dimensions are rounded up to these multiples.
struct ExpertPadding {
  std::string format{};
  int width = 1, hidden = 1;
};

struct Engine {
  std::string id{}, name{};  ///< `vllm@0.19`
  CacheBudget budget = CacheBudget::share_of_card;
  double utilization = 0.9;  ///< default of the share
  BatchDefaults defaults{}, defaults_large{};
  Bytes large_card{};                      ///< cards from this size on take `defaults_large`
  std::vector<std::string> never_large{};  ///< GPU architectures that do not
  bool batch_follows_length = false;       ///< prompts are not cut: a batch holds a whole sequence
  CacheLayout layout = CacheLayout::grouped_pages;
  int block_tokens = 16;
  double group_stretch = 1.5;  ///< kinds with fewer layers are padded to the largest if that is below this factor
  int state_pages = 1;         ///< pages of recurrent state per sequence and group
  bool tokens_by_concurrency = false;       ///< reports sequences times length as the cache's tokens
  bool reserves_answers = false;            ///< a request starts only when its whole answer has room
  bool cuts_experts_over_replicas = false;  ///< without expert parallelism: over all data-parallel ranks, not in each
  bool falls_back_to_fp16 = false;          ///< where the checkpoint is bf16 and the card cannot compute in it
  int vocabulary_padding = 64;
  bool pages_of_torch = true;  ///< memory comes from PyTorch's caching allocator
  int sleep_levels = 0;        ///< ways to sleep: 1 leaves weights in host memory, 2 may drop them, too
  ActivationFacts activation{};
  std::vector<NonTorch> non_torch{};
  Fact<Bytes> non_torch_pipeline{};  ///< of a pipeline stage without tensor parallelism
  GraphFacts graphs{};
  LateFacts late{};
  std::vector<ExpertPadding> expert_padding{};
  std::vector<std::string> sources{}, notes{};
};

}  // namespace planner::catalog
