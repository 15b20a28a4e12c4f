#include "planner/report/fit.hpp"
#include "planner/version.hpp"
#include "report/document/json_parts.hpp"
#include "report/fit/fit_speed.hpp"
#include "report/sessions/session_texts.hpp"

namespace planner::report {
namespace {

using namespace planner::units;
using Json = OrderedJson;

Json gib(Bytes bytes) { return number(bytes, GiB); }

Json weight_parts(const unit::WeightParts& w) {
  return {{"layers_gib", gib(w.layers)},
          {"vocabulary_gib", gib(w.vocabulary)},
          {"tower_gib", gib(w.tower)},
          {"mtp_gib", gib(w.mtp)},
          {"rotary_tables_gib", gib(w.tables)}};
}

Json activation_parts(const unit::ActivationPeak& a) {
  return {{"held_gib", gib(a.held)},
          {"layers_gib", gib(a.layers)},
          {"sampler_gib", gib(a.sampler)},
          {"tower_gib", gib(a.tower)},
          {"library_gib", gib(a.library)}};
}

/// Null where nobody has published it.
Json gib_unless(bool unpublished, Bytes bytes) { return unpublished ? Json(nullptr) : gib(bytes); }

Json stage_json(const plan::StageFit& s, const plan::Unpublished& missing) {
  return {{"layers", number(s.layers)},
          {"weights_gib", gib(s.weights)},
          {"weight_parts", weight_parts(s.weight_parts)},
          {"activation_gib", gib_unless(missing.activation, s.activation)},
          {"activation_parts", missing.activation ? Json(nullptr) : activation_parts(s.activation_parts)},
          {"non_torch_gib", gib_unless(missing.non_torch, s.non_torch)},
          {"cuda_graph_gib", gib_unless(missing.graphs, s.graphs)},
          {"lora_gib", gib(s.adapters)},
          {"kv_gib", gib(s.cache)},
          {"kv_gib_per_sequence", gib(s.sequence)},
          {"left_outside_budget_gib", gib(s.outside_room)}};
}

Json reasons_json(const FitAnswer& a) {
  Json list = Json::array();
  for (const plan::FitReason& r : a.plan.reasons)
    list.push_back({{"rule", rule_name(r.rule)}, {"text", reason_text(r, a.plan)}});
  return list;
}

Json alternatives_json(const plan::FitAlternatives& alternatives) {
  Json list = Json::array();
  for (const plan::FitAlternative& g : alternatives.gpus)
    list.push_back({{"gpu", g.gpu},
                    {"tp", g.tensor_parallel},
                    {"status", to_text(g.status)},
                    {"kv_tokens", number(g.kv_tokens)},
                    {"max_concurrency", number(g.max_concurrency)}});
  return list;
}

/// The parts of a GPU's memory; of the first stage, as the engine's log has them.
void put_memory(Json& out, const plan::FitPlan& p) {
  const bool worked_out = !p.stages.empty();
  const auto part = [&](Bytes plan::StageFit::*of, bool unpublished = false) {
    return worked_out ? gib_unless(unpublished, p.stages.front().*of) : Json(nullptr);
  };
  out["weights_gib_per_gpu"] = part(&plan::StageFit::weights);
  out["activation_gib_per_gpu"] = part(&plan::StageFit::activation, p.unpublished.activation);
  out["non_torch_gib_per_gpu"] = part(&plan::StageFit::non_torch, p.unpublished.non_torch);
  out["cuda_graph_gib_per_gpu"] = part(&plan::StageFit::graphs, p.unpublished.graphs);
  out["lora_gib_per_gpu"] = part(&plan::StageFit::adapters);
  out["kv_gib_per_gpu"] = part(&plan::StageFit::cache);
  out["kv_gib_per_gpu_low"] = worked_out ? gib(p.cache_low) : Json(nullptr);
  out["kv_gib_per_gpu_high"] = worked_out ? gib(p.cache_high) : Json(nullptr);
  out["needed_gib_per_gpu"] = worked_out ? gib(p.needed) : Json(nullptr);
  out["reserved_gib_per_gpu"] = gib(p.reserved);
  out["card_gib"] = gib(p.card);
  out["margin_gib"] = worked_out ? gib(p.margin) : Json(nullptr);
}

}  // namespace

std::string fit_json(const FitAnswer& a) {
  const plan::FitPlan& p = a.plan;
  Json out{{"planner", version()},
           {"status", to_text(p.status)},
           {"fits", p.fits},
           {"binding", rule_name(p.binding)},
           {"reasons", reasons_json(a)},
           {"model", a.inputs.model},
           {"gpu", a.inputs.gpu},
           {"engine", a.inputs.engine},
           {"gpus", number(p.gpus)},
           {"tp", a.inputs.tensor_parallel},
           {"pp", a.inputs.pipeline_parallel},
           {"dp", a.inputs.data_parallel}};
  put_memory(out, p);
  out["kv_bytes_per_token_per_gpu"] = number(p.bytes_per_token);
  out["kv_tokens"] = number(p.kv_tokens);
  out["max_concurrency"] = number(p.max_concurrency);
  out["largest_max_len"] = number(p.largest_max_len);
  out["max_len"] = number(p.max_len);
  out["max_batched_tokens"] = number(p.batched_tokens);
  out["max_seqs"] = number(p.sequences);
  out["utilization"] = number(p.utilization);
  out["weights"] = p.weights;
  out["kv_cache"] = p.kv_cache;
  out["block_tokens"] = number(p.block_tokens);
  out["stages"] = Json::array();
  for (const plan::StageFit& s : p.stages) out["stages"].push_back(stage_json(s, p.unpublished));
  out["tightest_stage"] = p.tightest;
  out["smallest_tp"] =
      a.alternatives.smallest_tensor_parallel ? Json(*a.alternatives.smallest_tensor_parallel) : Json(nullptr);
  out["would_do"] = alternatives_json(a.alternatives);
  out["speed"] = speed_json(a);
  out["unknown"] = p.unknown;
  out["defaults"] = p.defaults;
  return out.dump(2) + "\n";
}

}  // namespace planner::report
