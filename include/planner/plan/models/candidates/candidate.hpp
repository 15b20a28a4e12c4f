#pragma once
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "planner/plan/models/candidates/by_hours.hpp"
#include "planner/plan/models/candidates/offer.hpp"
#include "planner/plan/models/candidates/on_demand.hpp"
#include "planner/plan/models/question/host_type.hpp"

/// The ways in which services can be served: on which host type, cut over how many GPUs, with how many replicas.
namespace planner::plan::models {

/// An offer on a host type, held or loaded on demand.
struct Candidate {
  std::size_t host = 0;  ///< among the host types
  const Offer* offer = nullptr;
  const OnDemand* on_demand = nullptr;  ///< null: resident
  const ByHours* by_hours = nullptr;    ///< null: every replica is held all day
  [[nodiscard]] bool shared() const { return offer->share.shared; }
  [[nodiscard]] bool resident() const { return on_demand == nullptr; }
  /// Two ways on demand: started anew wherever there is room, or woken where it was started.
  [[nodiscard]] bool loads() const { return !resident() && !on_demand->asleep; }
  [[nodiscard]] bool sleeps() const { return !resident() && on_demand->asleep.has_value(); }
  [[nodiscard]] bool all_day() const { return resident() && by_hours == nullptr; }
  [[nodiscard]] double replicas_all_day() const {
    if (!resident()) return 0;
    return by_hours != nullptr ? by_hours->all_day : offer->peak.replicas;
  }
  /// Cards that it has to itself all day.
  [[nodiscard]] double whole_gpus() const { return shared() ? 0.0 : replicas_all_day() * offer->tensor_parallel(); }
  /// Cards that it holds by itself as a mean over the day.
  [[nodiscard]] double mean_gpus() const {
    return whole_gpus() + (by_hours != nullptr ? by_hours->mean_others() * offer->tensor_parallel() : 0.0);
  }
  /// Cards that a second version of all its replicas takes; a card for one that shares.
  [[nodiscard]] double upgrade_gpus() const { return offer->peak.replicas * offer->tensor_parallel(); }
  [[nodiscard]] UsdPerTime wait_usd() const { return resident() ? UsdPerTime{} : on_demand->wait_usd; }
  [[nodiscard]] Decision decision() const {
    if (!resident()) return Decision::on_demand;
    if (by_hours != nullptr) return by_hours->all_day > 0 ? Decision::part : Decision::active_hours;
    return shared() ? Decision::resident_shared : Decision::resident;
  }
};

struct ServiceOptions {
  const Service* service = nullptr;
  const catalog::Llm* model = nullptr;
  std::string id{};  ///< the service's name, else its model
  Traffic traffic{};
  double stretch = 1;  ///< of latency targets that no card keeps
  std::vector<std::unique_ptr<Offer>> offers{};
  std::vector<std::unique_ptr<OnDemand>> on_demand{};
  std::vector<std::unique_ptr<ByHours>> by_hours{};
  std::vector<Candidate> candidates{};
  bool sleep_unknown = false;          ///< its engine could sleep, but what it leaves on a card is not published
  std::optional<Seconds> slow_wait{};  ///< p99 by p90 loads, least of the ways on demand that only these rule out
};

/// Where no card keeps a target, one that misses it by at most this share is planned for, and the miss is said with the
/// band of the estimate. Assumed: a tenth of measured times to the first token are below 0.77 of the estimate
/// (docs/accuracy.md), so that a target missed by 30 % may hold; misses are tried in steps of 5 %, of which this is the
/// first beyond.
inline constexpr double latency_error = 0.35;

namespace detail {

inline std::vector<Demand> stretched(std::vector<Demand> teams, double by) {
  for (Demand& d : teams) {
    if (d.ttft_p95) d.ttft_p95 = *d.ttft_p95 * by;
    if (d.tpot_p95) d.tpot_p95 = *d.tpot_p95 * by;
  }
  return teams;
}

/// Makes the offers of one service, each GPU and degree once, and notes why others are none.
class OptionMaker {
 public:
  /// @param stretch targets may be missed by this factor
  OptionMaker(const catalog::Catalog& catalog, const ModelInputs& in, ServiceOptions& options, double stretch,
              std::vector<Rejected>& rejected)
      : question_{catalog, in, *options.service, options.traffic, stretched(options.service->demand, stretch)},
        options_(options),
        rejected_(rejected) {}

  void add(std::size_t host, const HostType& type) {
    const Service& s = question_.service;
    if (!s.gpu.empty() && s.gpu != type.gpu->id) return;
    for (int degree = 1; degree <= type.gpus; degree *= 2) {
      if (type.gpus % degree != 0 || (s.tensor_parallel && *s.tensor_parallel != degree)) continue;
      if (degree == 1 && question_.inputs.policy.sharing != CardSharing::none) add(host, type, 1, true);
      add(host, type, degree, false);
    }
  }

 private:
  void add(std::size_t host, const HostType& type, int degree, bool shared) {
    const auto [known, fresh] = made_.try_emplace({type.gpu->id, degree, shared}, nullptr);
    if (fresh) known->second = shared ? make_shared(type) : make(type.gpu->id, degree);
    if (known->second != nullptr) options_.candidates.push_back({host, known->second});
  }

  const Offer* make(const std::string& gpu, int degree) {
    NoOffer why;
    auto offer = whole_offer(question_, gpu, degree, why);
    if (!offer)
      rejected_.push_back({options_.id, gpu + " x " + std::to_string(degree), why.code, why.reason, why.change});
    return kept(std::move(offer));
  }

  /// Where a model cannot share a card it may still have one: nothing is turned down.
  const Offer* make_shared(const HostType& type) {
    if (question_.inputs.policy.sharing == CardSharing::memory) return kept(shared_offer(question_, type.gpu->id));
    return type.mig != nullptr ? kept(smallest_slice_offer(question_, *type.gpu, *type.mig)) : nullptr;
  }

  const Offer* kept(std::optional<Offer> offer) {
    if (!offer) return nullptr;
    options_.offers.push_back(std::make_unique<Offer>(std::move(*offer)));
    return options_.offers.back().get();
  }

  OfferQuestion question_;
  ServiceOptions& options_;
  std::vector<Rejected>& rejected_;
  std::map<std::tuple<std::string, int, bool>, const Offer*> made_{};
};

}  // namespace detail

namespace detail {

inline void make_options(const catalog::Catalog& catalog, const ModelInputs& in, const std::vector<HostType>& types,
                         ServiceOptions& options, double stretch, std::vector<Rejected>& rejected) {
  options.stretch = stretch;
  OptionMaker maker(catalog, in, options, stretch, rejected);
  for (std::size_t h = 0; h < types.size(); ++h) maker.add(h, types[h]);
}

}  // namespace detail

/// One service with the ways in which it can be served on these host types. Where no way keeps every target, the ways
/// that miss one by least, up to `latency_error`.
inline ServiceOptions options_of(const catalog::Catalog& catalog, const ModelInputs& in, const Service& service,
                                 const std::vector<HostType>& types, PeakMeeting meeting,
                                 std::vector<Rejected>& rejected) {
  constexpr double step = 0.05;
  ServiceOptions options{.service = &service, .model = &catalog.models.at(service.model)};
  options.id = service.name.empty() ? service.model : service.name;
  options.traffic = traffic_of(service.demand, meeting);
  std::vector<Rejected> refused;
  for (double miss = 0; options.candidates.empty() && miss < latency_error + step / 2; miss += step) {
    refused.clear();
    detail::make_options(catalog, in, types, options, 1 + miss, refused);
  }
  rejected.insert(rejected.end(), refused.begin(), refused.end());
  return options;
}

/// Every service, by the hours that teams say.
inline std::vector<ServiceOptions> service_options(const catalog::Catalog& catalog, const ModelInputs& in,
                                                   const std::vector<HostType>& types,
                                                   std::vector<Rejected>& rejected) {
  std::vector<ServiceOptions> all;
  for (const Service& s : in.services) all.push_back(options_of(catalog, in, s, types, PeakMeeting::as_said, rejected));
  return all;
}

/// The same with peaks as far apart as the hours of teams allow; services that this does not change keep their offers,
/// which stay with `said`.
inline std::vector<ServiceOptions> options_with_peaks_apart(const catalog::Catalog& catalog, const ModelInputs& in,
                                                            const std::vector<HostType>& types,
                                                            const std::vector<ServiceOptions>& said) {
  std::vector<ServiceOptions> all;
  std::vector<Rejected> ignored;
  for (const ServiceOptions& s : said) {
    if (s.traffic.assumed_together) {
      all.push_back(options_of(catalog, in, *s.service, types, PeakMeeting::apart, ignored));
    } else {
      all.push_back({.service = s.service, .model = s.model, .id = s.id, .traffic = s.traffic});
      all.back().candidates = s.candidates;
    }
  }
  return all;
}

}  // namespace planner::plan::models
