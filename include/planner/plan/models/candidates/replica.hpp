#pragma once
#include <optional>
#include <vector>

#include "planner/plan/fit/replica.hpp"
#include "planner/plan/models/question/traffic.hpp"
#include "planner/unit/serving_queue.hpp"

/// One replica of a service on some GPUs: whether it fits, and how many requests it sustains.
namespace planner::plan::models {

struct PlannedReplica : plan::Replica {
  FitInputs question{};
  FitPlan fit{};
  unit::OperatingPoint point{};
};

/// Why a service is not served on some GPUs.
enum class Refusal { none, memory, no_timing, ttft, tpot };

namespace detail {

/// The length that one request of a thousand exceeds: mean plus three standard deviations of a gamma law by the cube
/// root (Wilson and Hilferty 1931).
inline double percentile_999(double mean, double scv) {
  constexpr double z = 3.0902;  // standard normal
  return mean * std::pow(std::max(0.0, 1 - scv / 9 + z * std::sqrt(scv) / 3), 3);
}

/// Tokens of the longest sequence that the engine is set up for: what all but a thousandth of requests need, at most
/// what the model was made for.
inline double longest_sequence(const Service& service, const catalog::Llm& model, const unit::RequestShape& shape) {
  if (service.max_len) return *service.max_len;
  const double input = model.task == catalog::Task::transcribe ? 0 : shape.input_tokens;
  const double wanted =
      whole_up(percentile_999(input, shape.tokens_scv) + percentile_999(shape.output_tokens, shape.tokens_scv)) + 1;
  return model.positions > 0 ? std::min<double>(wanted, model.positions) : wanted;
}

/// The same replica as one team's requests see it: their own length, among the batch of all.
inline unit::Serving seen_by(const unit::Serving& serving, const Demand& team) {
  unit::Serving own = serving;
  own.shape.input_tokens = shape_of(team).input_tokens;
  own.shape.tokens_scv = team.tokens_scv;
  own.shape.prefix_hit = team.prefix_hit;
  return own;
}

inline std::optional<Seconds> tightest(const std::vector<Demand>& teams, std::optional<Seconds> Demand::*target) {
  std::optional<Seconds> least;
  for (const Demand& d : teams)
    if (d.*target && (!least || *(d.*target) < *least)) least = d.*target;
  return least;
}

}  // namespace detail

/// The question to `plan_fit` that a replica asks.
inline FitInputs fit_question(const ModelInputs& in, const Service& service, const catalog::Llm& model,
                              const unit::RequestShape& shape, const std::string& gpu, int tensor_parallel) {
  FitInputs q{.model = service.model, .gpu = gpu, .engine = in.engine, .tensor_parallel = tensor_parallel};
  q.weights = service.weights;
  q.kv_cache = service.kv_cache;
  q.max_len = detail::longest_sequence(service, model, shape);
  return q;
}

/// The largest batch at which every team's TTFT and TPOT hold. A prompt of a team is timed at the team's own length;
/// the time of a step is common to all.
inline Refusal set_operating_point(PlannedReplica& r, const std::vector<Demand>& teams) {
  unit::BatchRoom room = r.room;
  for (const Demand& d : teams) {
    if (!d.ttft_p95) continue;
    const auto own = unit::operating_point(detail::seen_by(r.serving, d), r.room, {.ttft_p95 = d.ttft_p95}, *r.reached);
    if (!own.meets_targets) return Refusal::ttft;
    if (own.limit == unit::BatchLimit::ttft) room.sequences = std::min(room.sequences, own.batch);
  }
  const unit::LatencyTargets steps{.tpot_p95 = detail::tightest(teams, &Demand::tpot_p95)};
  r.point = unit::operating_point(r.serving, room, steps, *r.reached);
  if (!r.point.meets_targets) return Refusal::tpot;
  const bool cut = room.sequences < r.room.sequences;
  if (cut && r.point.limit == unit::BatchLimit::sequences) r.point.limit = unit::BatchLimit::ttft;
  return Refusal::none;
}

/// What a replica has of each of its cards.
struct CardPart {
  double compute = 1, bandwidth = 1;  ///< shares of multiprocessors and of memory slices, under MIG
  double slowdown = 1;                ///< of its steps, where others have their turns
};

namespace detail {

inline void cut(unit::StepWork& work, const CardPart& part) {
  for (unit::Products& p : work.products) p.flops_per_s *= part.compute;
  work.attention_per_s *= part.compute;
  work.weights_per_s *= part.bandwidth;
  work.cache_per_s *= part.bandwidth;
}

}  // namespace detail

/// Times a replica that fits.
inline Refusal time_replica(PlannedReplica& r, const catalog::Catalog& catalog, const Traffic& traffic,
                            const std::vector<Demand>& teams, const CardPart& part = {}) {
  const auto timed = plan::replica_of(catalog, r.question, r.fit, traffic.shape);
  if (!timed) return Refusal::no_timing;
  static_cast<plan::Replica&>(r) = *timed;
  detail::cut(r.serving.work, part);
  if (r.serving.tower) detail::cut(*r.serving.tower, part);
  r.serving.time_factor = part.slowdown;
  return set_operating_point(r, teams);
}

}  // namespace planner::plan::models
