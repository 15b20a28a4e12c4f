#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "planner/io/unit_text.hpp"
#include "planner/report/fit.hpp"
#include "report/document/document.hpp"
#include "report/document/numbers.hpp"
#include "report/fit/fit_speed.hpp"

namespace planner::report {
namespace {

using namespace planner::units;
using plan::FitPlan;
using plan::StageFit;
using plan::Status;

constexpr Align right = Align::right;

std::string gib(Bytes bytes) { return fmt::format("{:.2f}", bytes.in(GiB)); }
std::string sequences_text(double count) {
  return count < 100 ? fmt::format("{:.1f}", count) : count_text(std::floor(count));
}

std::string setting(const FitAnswer& a) {
  std::string text = fmt::format("{} x {}", count_text(a.plan.gpus), a.inputs.gpu);
  if (a.plan.gpus > 1) {
    text += fmt::format(" (TP {}", a.inputs.tensor_parallel);
    if (a.inputs.pipeline_parallel > 1) text += fmt::format(", PP {}", a.inputs.pipeline_parallel);
    if (a.inputs.data_parallel > 1) text += fmt::format(", DP {}", a.inputs.data_parallel);
    text += ")";
  }
  return text + " under " + a.inputs.engine;
}

/// Parts of memory that nobody has published.
std::string missing_text(const plan::Unpublished& missing) {
  std::vector<std::string> names;
  if (missing.activation) names.emplace_back("activations");
  if (missing.non_torch) names.emplace_back("other allocations");
  if (missing.graphs) names.emplace_back("CUDA graphs");
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string headline(const FitAnswer& a) {
  const FitPlan& p = a.plan;
  const std::string where = setting(a);
  if (p.status == Status::unknown)
    return fmt::format("Whether {} fits on {} is not known: {}.", a.inputs.model, where, fmt::join(p.unknown, "; "));
  const char* verdict = p.fits ? (p.status == Status::marginal ? "just fits" : "fits")
                               : (p.status == Status::marginal ? "most likely does not fit" : "does not fit");
  std::string answer = fmt::format("{} {} on {}", a.inputs.model, verdict, where);
  if (p.fits && p.unpublished.any()) answer += " as far as is known, " + missing_text(p.unpublished) + " left out";
  if (!p.fits) return answer + ": " + reason_text(p.reasons.front(), p);
  if (p.bytes_per_token <= 0) return answer + "; it keeps no cache.";
  const int ranks = a.inputs.data_parallel;
  const std::string whose = ranks > 1 ? fmt::format("each of {} data-parallel ranks has ", ranks) : "";
  return fmt::format("{}: {}cache for {} tokens, or {} sequences of {} tokens at once.", answer, whose,
                     count_text(p.kv_tokens), sequences_text(p.max_concurrency), count_text(p.max_len));
}

/// What a GPU holds, and of it what one sequence of that length needs.
Table memory_table(const FitPlan& p) {
  const StageFit& s = p.stages[p.tightest];
  Table table({{"memory of one GPU, GiB"}, {"reserved", right}, {"needed", right}});
  const auto row = [&](const char* name, Bytes reserved, Bytes needed) {
    table.row({name, gib(reserved), gib(needed)});
  };
  row("weights", s.weights, s.weights);
  const auto estimated = [&](const char* name, bool unpublished, Bytes bytes) {
    unpublished ? table.row({name, "unknown", "unknown"}) : row(name, bytes, bytes);
  };
  estimated("activation peak", p.unpublished.activation, s.activation);
  estimated("other allocations (NCCL, kernels)", p.unpublished.non_torch, s.non_torch);
  if (s.adapters > Bytes{}) row("LoRA adapters", s.adapters, s.adapters);
  row("KV cache", std::max(s.cache, Bytes{}), s.sequence);
  estimated("CUDA graphs (beside the share)", p.unpublished.graphs, s.graphs);
  row(p.unpublished.any() ? "all that is known" : "all", p.reserved + s.graphs, p.needed);
  row("card, as the engine sees it", p.card, p.card);
  return table;
}

/// What a token takes; where windows or recurrent state make a sequence smaller or larger than its tokens, what that
/// takes.
std::string token_text(const FitPlan& p) {
  const StageFit& first = p.stages.front();
  std::string text = fmt::format("A token takes {} of cache per GPU", io::print(p.bytes_per_token * byte));
  const double plain = p.bytes_per_token * p.max_len;
  if (std::abs(first.sequence.base() - plain) > 0.02 * plain)
    text += fmt::format(" while every layer keeps it, and a sequence of {} tokens {}", count_text(p.max_len),
                        io::print(first.sequence));
  return text;
}

void add_cache(Document& d, const FitPlan& p) {
  if (p.bytes_per_token <= 0) return;
  const std::string spread = p.cache_low == p.cache_high
                                 ? "."
                                 : fmt::format(", {:.2f} to {:.2f} GiB over the spread of what is estimated.",
                                               p.cache_low.in(GiB), p.cache_high.in(GiB));
  d.paragraph(fmt::format("{}; the longest sequence that fits has {} tokens. The cache{} is {:.2f} GiB{}",
                          token_text(p), count_text(p.largest_max_len),
                          p.stages.size() > 1 ? " of the first stage" : "", p.stages.front().cache.in(GiB), spread));
}

void add_margin(Document& d, const FitPlan& p) {
  if (p.status != Status::marginal) return;
  d.paragraph(
      fmt::format("The margin is {:.2f} GiB, less than 2 % of the card: within what estimates are good for. Measure, "
                  "or leave more room (a lower utilization where the margin is beside the engine's share).",
                  p.margin.in(GiB)));
}

void add_alternatives(Document& d, const FitAnswer& a) {
  if (a.alternatives.smallest_tensor_parallel && !a.plan.fits)
    d.paragraph(fmt::format("On {}, TP {} would do.", a.inputs.gpu, *a.alternatives.smallest_tensor_parallel));
  const int stages = a.inputs.pipeline_parallel;
  Table table({{"GPUs that would do"},
               {stages > 1 ? fmt::format("TP x PP {}", stages) : "TP", right},
               {"tokens of cache", right},
               {"sequences", right},
               {""}});
  for (const plan::FitAlternative& g : a.alternatives.gpus)
    table.row({g.gpu, std::to_string(g.tensor_parallel), count_text(g.kv_tokens), sequences_text(g.max_concurrency),
               g.status == Status::marginal ? "just" : ""});
  if (!table.empty()) d.table(std::move(table));
}

void add_gaps(Document& d, const FitPlan& p) {
  if (!p.unknown.empty() && p.status != Status::unknown)
    d.paragraph(fmt::format("Not known, and taken as typical or left out: {}.", fmt::join(p.unknown, "; ")));
  if (!p.defaults.empty())
    d.paragraph(fmt::format(
        "Defaults used: {}. max-len {}, max-batched-tokens {}, max-seqs {}, utilization {}, weights {}, KV cache {}.",
        fmt::join(p.defaults, ", "), count_text(p.max_len), count_text(p.batched_tokens), count_text(p.sequences),
        p.utilization, p.weights, p.kv_cache));
}

Document fit_document(const FitAnswer& a) {
  Document d;
  d.title(headline(a));
  const FitPlan& p = a.plan;
  for (std::size_t i = 1; i < p.reasons.size(); ++i) d.bullet(reason_text(p.reasons[i], p));
  if (!p.stages.empty()) d.table(memory_table(p));
  if (p.fits) add_cache(d, p);
  add_speed(d, a);
  add_margin(d, p);
  add_alternatives(d, a);
  add_gaps(d, p);
  return d;
}

}  // namespace

std::string fit_table(const FitAnswer& answer) { return fit_document(answer).text(); }
std::string fit_markdown(const FitAnswer& answer) { return fit_document(answer).markdown(); }

std::string fit_csv(const FitAnswer& answer) {
  Table table({{"stage"},
               {"layers"},
               {"weights_gib"},
               {"activation_gib"},
               {"non_torch_gib"},
               {"cuda_graph_gib"},
               {"lora_gib"},
               {"kv_gib"},
               {"kv_gib_per_sequence"}});
  const auto full = [](Bytes bytes) { return fmt::format("{}", bytes.in(GiB)); };
  const auto known = [&](bool unpublished, Bytes bytes) { return unpublished ? "" : full(bytes); };
  const plan::Unpublished& missing = answer.plan.unpublished;
  int index = 0;
  for (const StageFit& s : answer.plan.stages)
    table.row({std::to_string(index++), fmt::format("{}", s.layers), full(s.weights),
               known(missing.activation, s.activation), known(missing.non_torch, s.non_torch),
               known(missing.graphs, s.graphs), full(s.adapters), full(s.cache), full(s.sequence)});
  return table.csv();
}

}  // namespace planner::report
