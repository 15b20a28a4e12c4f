#pragma once
#include "planner/plan/fit/fit.hpp"
#include "planner/unit/operating_point.hpp"

/// From memory to speed: the replica that a plan of fitting describes, ready to be timed.
namespace planner::plan {

struct Replica {
  unit::Serving serving{};
  unit::BatchRoom room{};
  const catalog::Efficiency* reached = nullptr;
};

namespace detail {

/// The model as its files hold it: copies and tables of the engine take room, but no step reads them.
inline unit::WeightLoad as_stored(unit::WeightLoad load) {
  load.engine = nullptr;
  return load;
}

/// Tokens that the cache keeps for a running sequence, on average, or set aside where the engine does so.
inline double held_tokens(const FitSetup& s, const unit::RequestShape& shape) {
  const double answer = s.engine->reserves_answers ? shape.output_tokens : shape.output_age();
  const bool behind_tower = s.model->encoder && s.model->encoder->fixed_tokens > 0;
  return std::max(1.0, behind_tower ? answer : shape.input_tokens + answer);
}

/// Sequences that the cache holds; where none is needed as many as one asks for.
inline double room_by_memory(const FitSetup& s, const FitPlan& plan, const unit::RequestShape& shape) {
  const std::vector<unit::CachePool> pools = stage_pools(s, unit::pipeline(s.model->decoder, 1));
  const bool embeds = shape.output_tokens <= 0;
  if (embeds || !pools.front().caches()) return plan.fits ? HUGE_VAL : 0;
  return concurrency(pools.front(), plan.stages.front().cache, sequence_of(s, held_tokens(s, shape)));
}

inline void add_tower(unit::Serving& serving, const FitSetup& s, const unit::RequestShape& shape,
                      const catalog::Efficiency& reached) {
  if (s.model->task != catalog::Task::transcribe || !s.model->encoder) return;
  serving.tower = unit::tower_work(*s.model, *s.gpu, as_stored(s.load), s.cache, reached);
  const double piece = s.model->encoder->fixed_tokens;  // sound is padded to whole pieces of that many positions
  serving.tower_tokens = piece > 0 ? whole_up(shape.input_tokens / piece) * piece : shape.input_tokens;
}

}  // namespace detail

/// A set-up of one pipeline stage under requests of that shape, with that efficiency and room.
inline Replica replica_with(const FitSetup& s, const unit::RequestShape& shape, const unit::BatchRoom& room,
                            const catalog::Efficiency& reached) {
  Replica r{.room = room, .reached = &reached};
  r.serving.work = unit::step_work(*s.model, *s.gpu, detail::as_stored(s.load), s.cache, reached);
  r.serving.shape = shape;
  r.serving.batched_tokens = s.batch.tokens;
  if (reached.first_token.known()) r.serving.outside_steps = reached.first_token.value().base();
  if (reached.decode_error.known()) r.serving.token_error = reached.decode_error.value();
  if (reached.throughput_error.known()) r.serving.throughput_error = reached.throughput_error.value();
  if (reached.first_token_error.known()) r.serving.first_token_error = reached.first_token_error.value();
  detail::add_tower(r.serving, s, shape, reached);
  return r;
}

/// Sequences that run at once at most.
inline unit::BatchRoom batch_room(const FitSetup& s, const FitPlan& plan, const unit::RequestShape& shape) {
  return {detail::room_by_memory(s, plan, shape), s.batch.sequences};
}

/// One replica of `plan_fit(catalog, in)`, or with data parallelism one of its attention ranks, under requests of that
/// shape.
///
/// @param plan the answer to `in`; one pipeline stage
/// @param shape lengths in tokens; output 0: embeddings or reranking, prompts alone. Speech: input in encoder positions
/// @return nothing where there is no speed to tell: the plan has no stages, or more than one (steps of a pipeline are
///         not modelled), the card's bandwidth or peak is not published, the catalog has no efficiency, or the group
///         spans hosts (links between hosts are not modelled)
inline std::optional<Replica> replica_of(const catalog::Catalog& catalog, const FitInputs& in, const FitPlan& plan,
                                         const unit::RequestShape& shape) {
  const FitSetup s = set_up(catalog, in);
  const auto* reached = catalog::efficiency_of(catalog.efficiencies, in.engine, s.gpu->architecture);
  if (plan.stages.size() != 1 || !unit::can_be_timed(*s.gpu) || reached == nullptr) return std::nullopt;
  if (spans_hosts(catalog, in)) return std::nullopt;
  return replica_with(s, shape, batch_room(s, plan, shape), *reached);
}

/// How fast requests of a shape are served within targets.
struct SpeedInputs {
  unit::RequestShape shape{};
  unit::LatencyTargets targets{};
};

/// The operating point of `replica_of`; nothing where there is no speed to tell.
inline std::optional<unit::OperatingPoint> plan_speed(const catalog::Catalog& catalog, const FitInputs& in,
                                                      const FitPlan& plan, const SpeedInputs& speed) {
  const auto r = replica_of(catalog, in, plan, speed.shape);
  return r ? std::optional(unit::operating_point(r->serving, r->room, speed.targets, *r->reached)) : std::nullopt;
}

}  // namespace planner::plan
