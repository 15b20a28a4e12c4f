#pragma once
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "planner/math/normal.hpp"
#include "planner/math/simulate/card_turns.hpp"
#include "planner/plan/models/plan.hpp"
#include "planner/plan/simulation/playing.hpp"

/// Replicas that follow the hours of their teams, day after day.
namespace planner::plan::detail {

/// Those of one card, by service.
struct CardHours {
  std::vector<const ServicePlan*> services{};
  std::vector<math::simulate::CardHolder> holders{};
};

/// Standard deviation of the logarithm.
inline double load_spread(const ServicePlan& s) {
  constexpr double p90 = 1.2815515655446004;  // standard normal
  return std::log(*s.load_p90 / *s.load) / p90;
}

/// Lognormal with the p50 and p90 of the plan: as if what is not known of a load were drawn anew each day (assumed).
inline math::simulate::Law load_law(const ServicePlan& s) {
  const double sd = load_spread(s);
  if (sd <= 0) return math::simulate::Law::constant(s.load->base());
  return math::simulate::Law::lognormal(s.load->base() * std::exp(sd * sd / 2), std::expm1(sd * sd));
}

/// Of a long one: by the 95th percentiles.
inline double request_time(const ServicePlan& s) {
  const Seconds first = s.ttft_p95.value_or(Seconds{}), token = s.tpot_p95.value_or(Seconds{});
  return (first + s.output_tokens * token).base();
}

inline void add_holders(CardHours& card, const ServicePlan& s) {
  for (const HeldPart& part : s.parts) {
    if (part.spans.empty()) continue;
    for (const DaySpan& span : part.spans) {
      const double hour = units::hour.base();
      constexpr double rounding = 1e-6;  // seconds: what hours of a day lose
      card.services.push_back(&s);
      card.holders.push_back({span.from * hour, span.to * hour, part.load_allowance.base() + rounding, load_law(s),
                              s.peak_requests_per_s / s.replicas, request_time(s)});
    }
    return;  // the replicas that are held longest: which of several a card carries is not told
  }
}

/// By when they begin.
inline CardHours in_order(const CardHours& card) {
  std::vector<std::size_t> order(card.holders.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(card.holders[i].from, i); });
  CardHours sorted;
  for (const std::size_t i : order) {
    sorted.services.push_back(card.services[i]);
    sorted.holders.push_back(card.holders[i]);
  }
  return sorted;
}

/// Cards that are held by the hour, each list of models once.
inline std::vector<CardHours> cards_by_hours(const ModelPlan& plan) {
  std::vector<CardHours> cards;
  std::set<std::vector<std::string>> seen;
  for (const GpuPlacement& gpu : plan.placement) {
    CardHours card;
    for (const ServicePlan& s : plan.services)
      if (std::ranges::find(gpu.models, s.name) != gpu.models.end()) add_holders(card, s);
    const bool alone_all_day =
        gpu.models.size() == 1 && !card.services.empty() && card.services.front()->parts.front().hours_per_day >= 24;
    if (card.holders.empty() || alone_all_day || !seen.insert(gpu.models).second) continue;
    cards.push_back(in_order(card));
  }
  return cards;
}

/// By how much a load is expected to outlast `time`, both in seconds: of a lognormal law.
inline double lateness(const ServicePlan& s, double time) {
  const double mean = load_law(s).mean(), sd = load_spread(s);
  if (sd <= 0) return std::max(0.0, mean - time);
  const double z = (std::log(mean / time) + sd * sd / 2) / sd;
  return mean * math::normal_cdf(z) - time * math::normal_cdf(z - sd);
}

/// Replicas load before the hours of their teams for as long as the slowest source says; the rest is late. Where one's
/// hours begin as another's end, the last answer of that one is in doubt.
inline std::vector<Prediction> hour_predictions(const CardHours& card) {
  std::vector<Prediction> predictions;
  for (std::size_t h = 0; h < card.holders.size(); ++h) {
    const math::simulate::CardHolder& own = card.holders[h];
    const ServicePlan& s = *card.services[h];
    const double day = 24 * units::hour.base(), hours = own.to - own.from - own.allowed;
    double handed_over = 0;
    for (const math::simulate::CardHolder& other : card.holders)
      if (std::abs(std::remainder(other.to - own.from, day)) < other.service) handed_over = other.service;
    const double shorter = std::max(1.0, own.allowed - handed_over);
    const double late = 1 - own.load.below(own.allowed), late_then = 1 - own.load.below(shorter);
    const double waits = lateness(s, own.allowed) / hours, waits_then = lateness(s, shorter) / hours;
    const std::string subject = s.name + ", held by the hour";
    predictions.push_back({subject, "days_that_begin_late", late, late_then - late});
    predictions.push_back({subject, "requests_that_wait", waits, waits_then - waits});
  }
  return predictions;
}

inline void play_hours(Playing& playing, CardHours card) {
  const double day = 24 * units::hour.base();
  const auto days = static_cast<int>(std::clamp(playing.events_per_run() / 10, 10.0, 1e6));
  playing.play(hour_predictions(card), [&](std::uint64_t r) {
    math::simulate::CardTurnsPlay play(card.holders, day, {playing.inputs().seed, r, 0, 1});
    std::vector<double> figures;
    for (const math::simulate::HolderFigures& f : play.play(days))
      figures.insert(figures.end(), {f.late_days, f.share_waiting});
    return Played{figures, play.events()};
  });
}

}  // namespace planner::plan::detail
