#pragma once
#include <string>

#include "planner/plan/models/card_share.hpp"
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
      return {"fit.split", "it cannot be cut over " + say(r.limit) + " GPUs", ""};
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

/// Fits and times one replica on a card of its own; `n` says why where there is none.
inline std::optional<Offer> whole_offer(const OfferQuestion& q, const std::string& gpu, int degree, NoOffer& n) {
  Offer o;
  PlannedReplica& r = o.replica;
  const catalog::Llm& model = q.catalog.models.at(q.service.model);
  r.question = fit_question(q.inputs, q.service, model, q.traffic.shape, gpu, degree);
  r.fit = plan_fit(q.catalog, r.question);
  if (!r.fit.fits) return n = detail::does_not_fit(r.fit), std::nullopt;
  const Refusal refusal = time_replica(r, q.catalog, q.traffic, q.teams, 1);
  if (refusal != Refusal::none) return n = detail::too_slow(refusal), std::nullopt;
  const auto peak = serve_peak(r, q.traffic, q.teams, q.inputs.policy.utilization_target);
  if (!peak) return n = detail::too_slow(Refusal::ttft), std::nullopt;
  o.peak = *peak;
  return o;
}

/// The same on a share of a card, where one replica carries the peak and is seldom busy.
inline std::optional<Offer> shared_offer(const OfferQuestion& q, const std::string& gpu) {
  Offer o;
  PlannedReplica& r = o.replica;
  const catalog::Llm& model = q.catalog.models.at(q.service.model);
  r.question = fit_question(q.inputs, q.service, model, q.traffic.shape, gpu, 1);
  r.question.sequences = sharing_sequences;
  const FitPlan whole = plan_fit(q.catalog, r.question);
  if (whole.stages.empty()) return std::nullopt;
  r.question.utilization = detail::utilization_for_one_sequence(whole);
  if (*r.question.utilization >= 1) return std::nullopt;
  r.fit = plan_fit(q.catalog, r.question);
  if (!r.fit.fits) return std::nullopt;
  if (time_replica(r, q.catalog, q.traffic, q.teams, sharing_slowdown) != Refusal::none) return std::nullopt;
  const auto peak = serve_peak(r, q.traffic, q.teams, q.inputs.policy.utilization_target);
  if (!peak || peak->replicas > 1) return std::nullopt;
  o.peak = *peak;
  o.share = {true, detail::memory_share(r.fit), detail::busy_share(r, *peak, q.traffic.peak)};
  return can_share(o.share) ? std::optional(std::move(o)) : std::nullopt;
}

}  // namespace planner::plan::models
