#pragma once
#include "planner/plan/fit/asleep.hpp"
#include "planner/plan/fit/fit.hpp"
#include "planner/plan/load/load_trace.hpp"
#include "planner/plan/load/setup.hpp"

namespace planner::plan {

namespace detail {

/// What waits where until the start.
inline void set_held(StartOption& o, const LoadInputs& in, const LoadRecords& r, const LoadPlan& plan) {
  const bool reads = o.kind != StartKind::sleep_1;
  const bool on_disk = reads && in.from == catalog::WeightPlace::local_nvme;
  const bool in_memory = o.kind == StartKind::sleep_1 || (reads && in.from == catalog::WeightPlace::host_ram);
  if (on_disk) o.disk = plan.weights;
  if (in_memory) o.host_memory = plan.weights;
  o.gpu_memory = wakes(o.kind) ? kept_asleep(r.fit, plan.fit) : Bytes{};
}

/// Whether the weights and all that does not depend on a sequence's length fit: how long a start takes is then a
/// question, also where the asked length is too long.
inline bool starts_at_some_length(const FitPlan& fit) {
  return !fit.stages.empty() && fit.largest_max_len > 0 &&
         std::ranges::all_of(fit.reasons, [](const FitReason& r) { return r.rule == FitRule::sequence; });
}

inline bool is_vllm(const LoadInputs& in) { return in.replica.engine.starts_with("vllm"); }

inline StartOption start_option(const LoadInputs& in, const LoadRecords& r, const LoadPlan& plan, StartKind kind,
                                const catalog::Loader* loader) {
  StartOption o{.kind = kind};
  set_held(o, in, r, plan);
  if (r.fit.engine->sleep_levels < sleep_level(kind)) {
    o.refused = r.fit.engine->name + " is not known to sleep";
  } else if (loader != nullptr && r.facts->gpus_per_uplink.known()) {
    o.chain = unit::load_chain(*r.facts, load_setup(in, r, plan, kind, in.from, loader));
  }
  return o;
}

/// Where a place's rate is not known: from which rate on it would hold the load back.
inline std::optional<UnknownRate> unknown_rate(double loads, catalog::WeightPlace from, const unit::LoadChain& chain) {
  for (const unit::LoadStage& s : chain.stages) {
    if (s.step == unit::LoadStep::download) return UnknownRate{from, std::nullopt};
    if (s.step != unit::LoadStep::weights || s.path == nullptr || !s.path->link_share.known()) continue;
    if (!s.rate.known()) return UnknownRate{from, std::nullopt};
    return UnknownRate{from, s.rate.value() * loads / s.path->link_share.value()};
  }
  return std::nullopt;
}

/// Every place and loader of the catalog; where weights are not read to start, the start beside it is one with caches.
inline void add_places(LoadPlan& plan, const LoadInputs& in, const LoadRecords& r) {
  const bool reads = in.start != StartKind::sleep_1 && in.start != StartKind::snapshot;
  const StartKind kind = reads ? in.start : StartKind::cached;
  LoadInputs direct = in;
  direct.prefetch = false;
  for (const catalog::Loader& loader : r.facts->loaders)
    for (const catalog::LoadPath& path : loader.paths) {
      PlaceOption o{.from = path.from, .loader = &loader};
      o.chain = unit::load_chain(*r.facts, load_setup(direct, r, plan, kind, path.from, &loader));
      if (!place_rate(in, r, plan, path.from)) o.unknown = unknown_rate(in.loads, path.from, o.chain);
      plan.places.push_back(std::move(o));
    }
  std::ranges::sort(plan.places, [](const PlaceOption& a, const PlaceOption& b) {
    return a.from != b.from ? a.from < b.from : a.loader->id < b.loader->id;
  });
}

/// The asked loader, else the usual one of the place that it reads from: host memory, where weights are fetched ahead.
inline const catalog::Loader* chosen_loader(const catalog::Loading& facts, const LoadInputs& in) {
  if (!in.loader.empty()) return catalog::find_loader(facts, in.loader);
  return unit::usual_loader(facts, in.prefetch ? catalog::WeightPlace::host_ram : in.from);
}

inline void set_sizes(LoadPlan& plan, const LoadInputs& in) {
  plan.gpus = plan.fit.gpus;
  for (const StageFit& s : plan.fit.stages) {
    plan.weights += s.weights * (plan.gpus / in.replica.pipeline_parallel);
    plan.layers = std::max(plan.layers, s.layers);
  }
}

}  // namespace detail

/// How long a replica takes from "wanted" to "answers", by what a host has kept of earlier starts, by where its weights
/// wait and by loader, and what each way holds while it waits.
///
/// @param in  loads at least 1; rates above 0
/// @return    seconds as p10, p50 and p90 over sources and set-ups, not over repeats; status `infeasible` where the
///            replica does not fit, `unknown` where a rate that decides is not known
/// @throws InputError `catalog.unknown_id` for ids that the catalog does not have
/// Source: `unit::load_chain`. Valid for one replica on one host; accuracy in docs/accuracy.md.
inline LoadPlan plan_load(const catalog::Catalog& catalog, const LoadInputs& in, Trace* trace = nullptr) {
  const LoadRecords records = load_records(catalog, in);
  LoadPlan plan{.fit = plan_fit(catalog, in.replica)};
  if (!plan.fit.fits && !detail::starts_at_some_length(plan.fit)) {
    plan.status = plan.fit.status == Status::unknown ? Status::unknown : Status::infeasible;
    return plan;
  }
  detail::set_sizes(plan, in);
  const catalog::Loader* loader = detail::chosen_loader(*records.facts, in);
  if (loader != nullptr) plan.loader = loader->id;
  for (const StartKind kind : start_kinds) plan.starts.push_back(detail::start_option(in, records, plan, kind, loader));
  plan.asked = plan.starts[static_cast<std::size_t>(in.start)];
  plan.engine_of_others = !detail::is_vllm(in);
  const std::string& published = records.fit.model->checkpoint.format;
  if (published != plan.fit.weights) plan.converted_from = published;
  if (catalog.loading.gpus_per_uplink.known()) detail::add_places(plan, in, records);
  plan.place_rate = place_rate(in, records, plan, in.from);
  if (!plan.place_rate) plan.unknown_rate = detail::unknown_rate(in.loads, in.from, plan.asked.chain);
  if (!plan.asked.refused.empty()) {
    plan.status = Status::infeasible;
  } else if (!plan.asked.chain.time.known()) {
    plan.status = Status::unknown;
  }
  if (trace != nullptr) detail::trace_load(*trace, in, records, plan);
  return plan;
}

}  // namespace planner::plan
