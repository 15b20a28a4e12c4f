#include <fmt/format.h>

#include "planner/report/fit.hpp"
#include "report/document/numbers.hpp"

namespace planner::report {
namespace {

using namespace planner::units;
using plan::FitRule;

std::string gib(double bytes) { return fmt::format("{:.2f} GiB", bytes / GiB.base()); }
std::string whole(double count) { return count_text(count); }

/// Rules about how a model is cut over GPUs, and what they compute in.
std::string split_text(const plan::FitReason& r) {
  switch (r.rule) {
    case FitRule::heads:
      return fmt::format(
          "{} attention heads do not divide among {} tensor-parallel GPUs; choose a degree that divides them.",
          whole(r.found), whole(r.limit));
    case FitRule::kv_heads:
      return fmt::format(
          "{} KV heads neither divide among {} tensor-parallel GPUs nor can be replicated evenly; choose a degree that "
          "is a divisor or a multiple of them.",
          whole(r.found), whole(r.limit));
    case FitRule::experts:
      return fmt::format("{} experts do not divide among {} expert-parallel GPUs.", whole(r.found), whole(r.limit));
    case FitRule::vocabulary:
      return fmt::format("a vocabulary padded to {} entries does not divide among {} tensor-parallel GPUs.",
                         whole(r.found), whole(r.limit));
    case FitRule::layers:
      return fmt::format("{} pipeline stages are more than the model's {} layers.", whole(r.found), whole(r.limit));
    case FitRule::blocks:
      return fmt::format(
          "an MLP or expert of width {}, cut among {} GPUs, is no whole number of the blocks in which its weights are "
          "stored; choose a smaller degree, expert parallelism or another format.",
          whole(r.found), whole(r.limit));
    case FitRule::format:
      return fmt::format(
          "bf16 needs a card of compute capability {:.1f}, and this one has {:.1f}; ask for fp16, which takes as much "
          "memory.",
          r.limit, r.found);
    default:
      return {};
  }
}

/// Rules about memory of one GPU.
std::string memory_text(const plan::FitReason& r, const plan::FitPlan& p) {
  switch (r.rule) {
    case FitRule::positions:
      return fmt::format("sequences of {} tokens are longer than the {} that the model was made for.", whole(r.found),
                         whole(r.limit));
    case FitRule::weights:
      return fmt::format(
          "weights of {} per GPU exceed the engine's share of {}; spread them over more GPUs or store them in fewer "
          "bits.",
          gib(r.found), gib(r.limit));
    case FitRule::pool:
      return fmt::format(
          "activations and other allocations of {} exceed the {} that weights leave; lower max-batched-tokens or "
          "max-seqs, or raise the utilization.",
          gib(r.found), gib(r.limit));
    case FitRule::sequence:
      return fmt::format(
          "one sequence of {} tokens needs {} of cache, and {} are left; the longest that fits has {} tokens.",
          whole(p.max_len), gib(r.found), gib(r.limit), whole(p.largest_max_len));
    case FitRule::outside:
      return fmt::format(
          "the CUDA context, graphs and allocations after the cache take {}, and the engine's share leaves {} of the "
          "card; lower the utilization, or run without graphs.",
          gib(r.found), gib(r.limit));
    default:
      return {};
  }
}

}  // namespace

std::string reason_text(const plan::FitReason& reason, const plan::FitPlan& plan) {
  return reason.rule < FitRule::positions ? split_text(reason) : memory_text(reason, plan);
}

std::string_view rule_name(FitRule rule) {
  switch (rule) {
    case FitRule::heads:
      return "heads";
    case FitRule::kv_heads:
      return "kv_heads";
    case FitRule::experts:
      return "experts";
    case FitRule::vocabulary:
      return "vocabulary";
    case FitRule::layers:
      return "layers";
    case FitRule::blocks:
      return "blocks";
    case FitRule::format:
      return "format";
    case FitRule::positions:
      return "positions";
    case FitRule::weights:
      return "weights";
    case FitRule::pool:
      return "pool";
    case FitRule::sequence:
      return "sequence";
    case FitRule::outside:
      return "outside_budget";
    case FitRule::cache:
      return "cache";
    case FitRule::sequences:
      return "max_seqs";
    case FitRule::nothing:
      return "nothing";
  }
  return "nothing";
}

}  // namespace planner::report
