#pragma once
#include <map>
#include <set>

#include "planner/plan/fit/asleep.hpp"
#include "planner/plan/models/candidates/on_demand_options.hpp"

/// Which services can be served by engines asleep, and how they wake.
namespace planner::plan::models {

/// Share of a card that an engine leaves to what others keep there while they sleep; assumed. Of 80 GB it has room for
/// what half a dozen small models keep.
inline constexpr double share_for_sleepers = 0.125;

namespace detail {

/// The same replica with less of each card; the engine's defaults stay those of the whole card.
inline FitInputs beside_sleepers(const PlannedReplica& whole) {
  FitInputs question = whole.question;
  question.card = (1 - share_for_sleepers) * whole.fit.card;
  question.batched_tokens = whole.fit.batched_tokens;
  question.sequences = whole.fit.sequences;
  return question;
}

/// The offer beside engines asleep, where one replica still carries the peak.
inline std::optional<Offer> offer_beside_sleepers(const OfferQuestion& q, const Offer& whole) {
  Offer o;
  o.replica.question = beside_sleepers(whole.replica);
  o.replica.fit = plan_fit(q.catalog, o.replica.question);
  if (!o.replica.fit.fits || !fills_alone(o, q, {})) return std::nullopt;
  return o;
}

/// Adds the ways in which one service is served by engines asleep.
class AsleepMaker {
 public:
  AsleepMaker(const catalog::Catalog& catalog, const ModelInputs& in, ServiceOptions& s)
      : question_{catalog, in, *s.service, s.traffic, stretched(s.service->demand, s.stretch)}, s_(s) {}

  /// Offers come with rising degrees: the lowest that will do on a host type is the one that wakes others least often.
  void add(const Candidate& resident, const HostType& type) {
    if (done_.contains(resident.host)) return;
    const FitSetup setup = set_up(question_.catalog, resident.offer->replica.question);
    const auto kept = kept_asleep(setup, resident.offer->replica.fit);
    if (setup.engine->sleep_levels == 0) return;
    s_.sleep_unknown = !kept;
    if (!kept) return;
    Asleep asleep{.blocks = whole_down(type.gpus / resident.offer->tensor_parallel()), .kept = *kept};
    asleep.room = share_for_sleepers * resident.offer->replica.fit.card;
    asleep.without_room = question_.inputs.policy.pool_overflow_probability;
    const Offer* beside = *kept <= asleep.room ? offer_for(*resident.offer) : nullptr;
    if (beside == nullptr) return;
    done_.insert(resident.host);
    add_levels({resident.host, beside}, type, asleep, setup.engine->sleep_levels);
  }

 private:
  /// Level 2 takes no longer to fall asleep than level 1, which copies its weights to host memory first: at the rate at
  /// which they come back (5.89 s against 5.41 s for 235 GB, 2.78 s against 2.87 s for 61 GB; source vllm-sleep).
  void add_levels(const Candidate& beside, const HostType& type, Asleep asleep, int levels) {
    const LoadPaths& paths = question_.inputs.load;
    const auto wake = [&](catalog::WeightPlace place, unit::StartForm form) {
      return load_time(question_.catalog, paths, s_, *beside.offer, type, {place, form});
    };
    asleep.falls = wake(catalog::WeightPlace::host_ram, unit::StartForm::wake_level_1);
    if (!asleep.falls.known()) return;
    for (const auto& [tier, place] : weight_places) {
      asleep.level = tier == WeightTier::host_ram ? 1 : 2;
      if (!has_place(paths, tier) || asleep.level > levels) continue;
      add_start(question_.inputs, type, beside, {tier, wake(place, asleep.wakes()), asleep}, s_);
    }
  }

  const Offer* offer_for(const Offer& whole) {
    const auto [known, fresh] = made_.try_emplace(&whole, nullptr);
    if (!fresh) return known->second;
    auto made = offer_beside_sleepers(question_, whole);
    if (!made) return nullptr;
    s_.offers.push_back(std::make_unique<Offer>(std::move(*made)));
    return known->second = s_.offers.back().get();
  }

  OfferQuestion question_;
  ServiceOptions& s_;
  std::map<const Offer*, const Offer*> made_{};
  std::set<std::size_t> done_{};  ///< host types
};

}  // namespace detail

/// Adds the candidates that wake on demand: of engines that can sleep, where what they leave on a card is published and
/// every team allows a wait.
inline void add_asleep(const catalog::Catalog& catalog, const ModelInputs& in, const std::vector<HostType>& types,
                       ServiceOptions& s) {
  const auto waits = [](const Demand& d) { return d.cold_wait_p99.has_value(); };
  if (!in.load.sleep || !std::ranges::all_of(s.service->demand, waits)) return;
  const std::vector<Candidate> all = s.candidates;
  detail::AsleepMaker maker(catalog, in, s);
  for (const Candidate& c : all)
    if (detail::loads_alone(c)) maker.add(c, types[c.host]);
}

/// Adds the candidates on demand: loaded, or woken.
inline void add_ways_on_demand(const catalog::Catalog& catalog, const ModelInputs& in,
                               const std::vector<HostType>& types, ServiceOptions& s) {
  add_on_demand(catalog, in, types, s);
  add_asleep(catalog, in, types, s);
}

}  // namespace planner::plan::models
