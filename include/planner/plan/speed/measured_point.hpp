#pragma once
#include <string>
#include <vector>

#include "planner/plan/fit/replica.hpp"

/// Operating points that somebody has measured, beside what is worked out for them.
namespace planner::plan {

/// A replica under load. At least one of `tpot` and `output` is given.
struct MeasuredPoint {
  std::string id{};  ///< for messages
  FitInputs question{};
  unit::RequestShape shape{};
  double concurrency = 0;  ///< requests in flight; 0: saturated, with as many sequences as fit
  std::optional<Seconds> tpot{}, ttft{};
  std::optional<TokensPerSecond> output{};  ///< of the replica
};

struct EstimatedPoint {
  double batch = 0;
  Seconds tpot{}, ttft{};  ///< means
  TokensPerSecond output{};
  unit::Band tpot_band{}, rate_band{}, ttft_band{};
};

/// A measured point with what does not depend on efficiencies looked up.
struct ReadyPoint {
  FitSetup setup{};
  unit::RequestShape shape{};
  unit::BatchRoom room{};
  double concurrency = 0;
  std::optional<Seconds> tpot{}, ttft{};
  std::optional<TokensPerSecond> output{};
};

/// @throws InputError where the catalog has no such ids, the model does not fit, or the card cannot be timed
inline ReadyPoint make_ready(const catalog::Catalog& catalog, const MeasuredPoint& point) {
  ReadyPoint ready{.setup = set_up(catalog, point.question), .shape = point.shape, .concurrency = point.concurrency};
  ready.tpot = point.tpot;
  ready.ttft = point.ttft;
  ready.output = point.output;
  if (!unit::can_be_timed(*ready.setup.gpu))
    throw InputError({{point.id, "speed.unknown_card", point.question.gpu,
                       "bandwidth or 16-bit peak of this card is not published.", ""}});
  if (point.concurrency > 0) return ready;
  const FitPlan plan = plan_fit(catalog, point.question);
  if (plan.stages.size() != 1 || !plan.fits)
    throw InputError({{point.id, "speed.does_not_fit", point.question.model,
                       "does not fit by this account, so there is no saturated batch.",
                       "Check the row, or give its concurrency."}});
  ready.room = batch_room(ready.setup, plan, point.shape);
  return ready;
}

/// The catalog's entry that applies to a point.
/// @throws InputError where there is none
inline const catalog::Efficiency& efficiency_for(const catalog::Catalog& catalog, const MeasuredPoint& point) {
  const catalog::Gpu& gpu = detail::entry(catalog.gpus, point.question.gpu, "gpu");
  const auto* e = catalog::efficiency_of(catalog.efficiencies, point.question.engine, gpu.architecture);
  if (e == nullptr)
    throw InputError({{point.id, "speed.no_efficiency", point.question.engine, "has no efficiency in the catalog.", ""}});
  return *e;
}

/// What a replica of that efficiency does at the point.
inline EstimatedPoint estimated(const ReadyPoint& point, const catalog::Efficiency& reached) {
  const Replica r = replica_with(point.setup, point.shape, point.room, reached);
  const unit::OperatingPoint saturated = unit::operating_point(r.serving, r.room, {}, reached);
  EstimatedPoint e{.batch = saturated.batch, .tpot = saturated.tpot, .output = saturated.output};
  e.tpot_band = saturated.tpot_band;
  e.rate_band = saturated.rate_band;
  e.ttft_band = saturated.ttft_band;
  if (point.concurrency > 0) {
    e.batch = point.concurrency;
    e.tpot = unit::time_per_token(r.serving, e.batch) * units::second;
    e.output = e.batch / e.tpot * units::token;
  }
  e.ttft = unit::first_token_time(r.serving, e.batch, 1) * units::second;
  return e;
}

}  // namespace planner::plan
