#pragma once
#include <string>

#include "planner/plan/models/candidates/card_share.hpp"
#include "planner/plan/say.hpp"
#include "planner/plan/status.hpp"

/// A service on one kind of GPU at one degree of tensor parallelism, whatever the host.
namespace planner::plan::models {

struct Offer {
  PlannedReplica replica{};
  PeakService peak{};
  CardShare share{};  ///< of one card; all of it where the replica does not share
  [[nodiscard]] int tensor_parallel() const { return replica.question.tensor_parallel; }
};

/// What an offer is made from.
struct OfferQuestion {
  const catalog::Catalog& catalog;
  const ModelInputs& inputs;
  const Service& service;
  const Traffic& traffic;
  std::vector<Demand> teams{};  ///< with the targets that are to be kept
};

/// Why there is no offer.
struct NoOffer {
  std::string code{}, reason{}, change{};
};

namespace detail {

inline NoOffer does_not_fit(const FitPlan& fit) {
  if (fit.status == Status::unknown) return {"fit.unknown", "the card's memory or the model's length is not known", ""};
  const FitReason& r = fit.reasons.front();
  const std::string found = say(r.found * units::byte), limit = say(r.limit * units::byte);
  switch (r.rule) {
    case FitRule::heads:
    case FitRule::kv_heads:
      return {"fit.heads", say(r.found) + " heads do not divide among " + say(r.limit) + " GPUs", ""};
    case FitRule::experts:
    case FitRule::vocabulary:
    case FitRule::layers:
    case FitRule::blocks:
      return {"fit.split", "it cannot be cut over " + say(r.limit) + " GPUs", ""};
    case FitRule::format:
      return {"fit.format", "the card cannot compute in this 16-bit format", "ask for weights in fp16"};
    case FitRule::positions:
      return {"fit.positions", "made for " + say(r.limit) + " tokens, asked for " + say(r.found), "lower `max_len`"};
    case FitRule::weights:
      return {"fit.weights", "weights of " + found + " per GPU, room for " + limit, "more GPUs or a smaller format"};
    case FitRule::pool:
      return {"fit.pool", "activations and other allocations of " + found + " per GPU, room for " + limit,
              "more GPUs or a smaller format"};
    case FitRule::sequence:
      return {"fit.sequence",
              "a sequence of " + say(fit.max_len) + " tokens needs " + found + " per GPU, room for " + limit,
              "more GPUs or a lower `max_len`"};
    default:
      return {"fit.outside", found + " per GPU beside the engine's budget, room for " + limit, "more GPUs"};
  }
}

inline NoOffer too_slow(Refusal refusal) {
  if (refusal == Refusal::no_timing)
    return {"speed.unknown", "no efficiency, bandwidth or 16-bit rate of this GPU is known", "give them in an overlay"};
  const bool first = refusal == Refusal::ttft;
  return {first ? "speed.ttft" : "speed.tpot",
          first ? "the 95th percentile of the time to first token is missed even by a single request"
                : "the time per output token is missed even by a single request",
          first ? "more GPUs or a longer `ttft_p95`" : "more GPUs or a longer `tpot_p95`"};
}

}  // namespace detail

namespace detail {

/// The question to `plan_fit`, not yet asked.
inline Offer asked(const OfferQuestion& q, const std::string& gpu, int degree) {
  Offer o;
  const catalog::Llm& model = q.catalog.models.at(q.service.model);
  o.replica.question = fit_question(q.inputs, q.service, model, q.traffic.shape, gpu, degree);
  return o;
}

/// Times an offer that fits and finds its replicas.
inline Refusal fill(Offer& o, const OfferQuestion& q, const CardPart& part) {
  const Refusal refusal = time_replica(o.replica, q.catalog, q.traffic, q.teams, part);
  if (refusal != Refusal::none) return refusal;
  const auto peak = serve_peak(o.replica, q.traffic, q.teams, q.inputs.policy.utilization_target);
  if (!peak) return Refusal::ttft;
  o.peak = *peak;
  return Refusal::none;
}

/// Whether one replica is enough; only those share cards.
inline bool fills_alone(Offer& o, const OfferQuestion& q, const CardPart& part) {
  return fill(o, q, part) == Refusal::none && o.peak.replicas == 1;
}

/// Shares of a MIG slice: multiprocessors and memory slices of the card.
inline CardPart part_of(const catalog::Gpu& gpu, const catalog::MigTable& table, const catalog::MigProfile& profile) {
  const double slices = static_cast<double>(profile.compute_slices) / table.compute_slices;
  const bool counted = profile.streaming_multiprocessors.known() && gpu.streaming_multiprocessors.known();
  return {
      .compute = counted ? profile.streaming_multiprocessors.value() / gpu.streaming_multiprocessors.value() : slices,
      .bandwidth = static_cast<double>(profile.memory_slices) / table.memory_slices};
}

inline std::optional<Offer> slice_offer(const OfferQuestion& q, const catalog::Gpu& gpu, const catalog::MigTable& table,
                                        const catalog::MigProfile& profile) {
  Offer o = asked(q, gpu.id, 1);
  o.replica.question.card = profile.memory.estimate.low_or_typical();  // drivers differ: the lower holds under all
  o.replica.fit = plan_fit(q.catalog, o.replica.question);
  if (!o.replica.fit.fits || !fills_alone(o, q, part_of(gpu, table, profile))) return std::nullopt;
  o.share = {true, static_cast<double>(profile.memory_slices) / table.memory_slices, 0, profile.name};
  return o;
}

}  // namespace detail

/// Fits and times one replica on cards of its own; `n` says why where there is none.
inline std::optional<Offer> whole_offer(const OfferQuestion& q, const std::string& gpu, int degree, NoOffer& n) {
  Offer o = detail::asked(q, gpu, degree);
  o.replica.fit = plan_fit(q.catalog, o.replica.question);
  if (!o.replica.fit.fits) return n = detail::does_not_fit(o.replica.fit), std::nullopt;
  const Refusal refusal = detail::fill(o, q, {});
  if (refusal != Refusal::none) return n = detail::too_slow(refusal), std::nullopt;
  return o;
}

/// The same on a share of a card's memory, where one replica carries the peak and is seldom busy.
inline std::optional<Offer> shared_offer(const OfferQuestion& q, const std::string& gpu) {
  Offer o = detail::asked(q, gpu, 1);
  FitInputs& question = o.replica.question;
  question.sequences = sharing_sequences;
  const FitPlan whole = plan_fit(q.catalog, question);
  if (whole.stages.empty()) return std::nullopt;
  question.utilization = detail::utilization_for_one_sequence(whole);
  if (*question.utilization >= 1) return std::nullopt;
  o.replica.fit = plan_fit(q.catalog, question);
  if (!o.replica.fit.fits || !detail::fills_alone(o, q, {.slowdown = sharing_slowdown})) return std::nullopt;
  o.share = {true, detail::memory_share(o.replica.fit), detail::busy_share(o.replica, o.peak, q.traffic.peak)};
  return can_share(o.share) ? std::optional(std::move(o)) : std::nullopt;
}

/// The same on the smallest MIG slice that will do.
inline std::optional<Offer> smallest_slice_offer(const OfferQuestion& q, const catalog::Gpu& gpu,
                                                 const catalog::MigTable& table) {
  std::optional<Offer> best;
  for (const catalog::MigProfile& p : table.profiles) {
    const double memory = static_cast<double>(p.memory_slices) / table.memory_slices;
    const bool smaller = memory < (best ? best->share.memory : 1.0);
    if (p.media != catalog::MediaEngines::share || !p.memory.known() || !smaller) continue;
    if (auto offer = detail::slice_offer(q, gpu, table, p)) best = std::move(offer);
  }
  return best;
}

}  // namespace planner::plan::models
