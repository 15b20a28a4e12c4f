#pragma once
#include "planner/unit/step_work.hpp"

/// The time of one step of an engine: a roofline for each group of operators (Williams, Waterman and Patterson 2009),
/// summed, with reductions, exchange between experts and fixed times.
namespace planner::unit {

/// What a step has to do: sequences that each get one token, and a piece of prompts.
struct StepLoad {
  double sequences = 0, context = 0;             ///< tokens that each sequence has seen
  double tokens_each = 1;                        ///< of a sequence in this step: more where drafts are checked
  double prompt_tokens = 0, prompt_context = 0;  ///< tokens that each of them looks back on, on average
  double prompt_ends = 0;                        ///< prompts whose last token is among them

  [[nodiscard]] double decode_rows() const { return sequences * tokens_each; }
  [[nodiscard]] double rows() const { return decode_rows() + prompt_tokens; }
};

/// Experts that at least one of `rows` tokens takes, if tokens choose evenly: E (1 - (1 - k/E)^rows).
inline double experts_read(double experts, double per_token, double rows) {
  return experts * -std::expm1(rows * std::log1p(-per_token / experts));
}

namespace detail {

inline double products_time(const StepWork& w, const StepLoad& load) {
  double sum = 0;
  for (const Products& p : w.products) {
    const double rows = load.decode_rows() + (p.sampled_only ? load.prompt_ends : load.prompt_tokens);
    if (rows <= 0) continue;
    const double met = p.routed() ? rows * w.data_parallel : rows;  // rows of all replicas meet at the experts
    const double read = p.routed() ? experts_read(p.copies, p.per_token, met) / p.copies : 1.0;
    sum += std::max(met * p.flops_per_row / p.flops_per_s, read * p.bytes / w.weights_per_s);
  }
  return sum;
}

inline double seen(const Lookback& l, double context) {
  if (l.fixed > 0) return l.fixed;
  return l.window > 0 ? std::min(l.window, context) : context;
}

/// Decoding reads the cache of every sequence; a prompt's attention is bound by arithmetic.
inline double attention_time(const StepWork& w, const StepLoad& load) {
  double sum = 0;
  for (const Lookback& l : w.lookbacks) {
    const double tokens = load.sequences * seen(l, load.context);
    sum += std::max(tokens * l.bytes / w.cache_per_s, load.tokens_each * tokens * l.flops / w.attention_per_s);
    sum += load.prompt_tokens * seen(l, load.prompt_context) * l.prompt_flops / w.attention_per_s;
  }
  return sum + 2.0 * load.sequences * w.state_bytes / w.cache_per_s;  // a state is read and written
}

/// Ring all-reduce: each GPU sends 2 (n-1)/n of the bytes (Thakur, Rabenseifner and Gropp 2005 §4).
inline double reduction_time(const StepWork& w, const StepLoad& load) {
  const double n = w.tensor_parallel;
  if (n <= 1) return 0;
  const double bytes = load.rows() * w.reduced_bytes * 2.0 * (n - 1) / n;
  return w.reductions * (w.per_reduction + bytes / w.reduction_per_s);
}

/// Rows go to the GPUs of their experts and come back, all to all.
inline double exchange_time(const StepWork& w, const StepLoad& load) {
  const double n = w.data_parallel;
  if (n <= 1) return 0;
  return load.rows() * w.exchanged_bytes * (n - 1) / n / w.exchange_per_s;
}

}  // namespace detail

/// Seconds of a step: sum over groups of max(arithmetic, weights read), attention, reductions, exchange, fixed times.
inline double step_time(const StepWork& w, const StepLoad& load) {
  const double fixed = w.per_step + w.layers * w.per_layer + w.expert_layers * w.per_expert_layer +
                       (load.sequences + load.prompt_ends) * w.per_sequence;
  return detail::products_time(w, load) + detail::attention_time(w, load) + detail::reduction_time(w, load) +
         detail::exchange_time(w, load) + fixed;
}

}  // namespace planner::unit
