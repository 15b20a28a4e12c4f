#pragma once

#include <set>

#include "planner/plan/uncertain/model_designs.hpp"
#include "planner/plan/uncertain/pricer.hpp"
#include "planner/plan/uncertain/weights_elsewhere.hpp"

/// Designs for models, priced by closed form: replicas of each service in the way that is settled, then whole cards,
/// hosts and the settled spares. No search and no proof.
namespace planner::plan::uncertain {

namespace detail {

/// A service in its way, in one world.
struct ServedSoFar {
  Service service{};  ///< with its GPU and degree
  models::ServiceOptions options{};
  const models::Candidate* candidate = nullptr;  ///< null: nothing serves it
  bool missed = false;                           ///< its targets are out of reach: it runs without them
};

/// The candidate of that way, whatever its host and degree.
inline const models::Candidate* find_candidate(const models::ServiceOptions& options, const Way& way) {
  for (const models::Candidate& c : options.candidates) {
    const std::optional<WeightTier> from = c.resident() ? std::nullopt : std::optional(c.on_demand->tier);
    const int level = c.sleeps() ? c.on_demand->asleep->level : 0;
    if (c.shared() == way.shared && from == way.tier && level == way.sleep_level &&
        (c.by_hours != nullptr) == way.by_hours)
      return &c;
  }
  return nullptr;
}

/// On demand from another place: as it is now, asleep or loaded, if it can, and where requests wait least.
inline const models::Candidate* from_elsewhere(const models::ServiceOptions& options, bool asleep) {
  const auto worse = [&](const models::Candidate* c) { return std::pair(c->sleeps() != asleep, c->wait_usd()); };
  const models::Candidate* best = nullptr;
  for (const models::Candidate& c : options.candidates)
    if (!c.resident() && (best == nullptr || worse(&c) < worse(best))) best = &c;
  return best;
}

/// The settled way; where it does not hold in this world, the same with weights from another place, then resident on
/// cards of its own, then any.
inline const models::Candidate* nearest_candidate(const models::ServiceOptions& options, const Way& way) {
  if (const auto* const c = find_candidate(options, way)) return c;
  if (const auto* const c = way.tier ? from_elsewhere(options, way.sleep_level > 0) : nullptr) return c;
  if (const auto* const c = find_candidate(options, Way{})) return c;
  return options.candidates.empty() ? nullptr : &options.candidates.front();
}

/// Fills in the ways to serve one service on one host type. Where its targets are out of reach it runs without them.
inline void serve(const catalog::Catalog& catalog, const ModelInputs& in, const models::HostType& type, const Way& way,
                  std::size_t host, ServedSoFar& s) {
  constexpr double no_target = 1e3;  // targets a thousand times as long bind nothing
  s.service = in.services[way.service];
  s.service.gpu = way.gpu;
  s.service.tensor_parallel = way.degree;
  const std::vector<models::HostType> types{type};
  std::vector<Rejected> ignored;
  s.options = models::options_of(catalog, in, s.service, types, models::PeakMeeting::as_said, ignored);
  if (s.options.candidates.empty()) {
    s.missed = true;
    models::detail::make_options(catalog, in, types, s.options, no_target, ignored);
  }
  if (way.tier) models::add_ways_on_demand(catalog, in, types, s.options);
  for (models::Candidate& c : s.options.candidates) c.host = host;
  s.candidate = nearest_candidate(s.options, way);
}

/// Cards that a candidate would hold if they could be cut at will.
inline double uncut_cards(const models::Candidate& c, double utilization_target) {
  if (!c.resident()) return c.on_demand->claimed_gpus();
  if (c.by_hours != nullptr) return c.mean_gpus();
  if (c.shared()) return c.offer->share.memory;
  return c.offer->tensor_parallel() * c.offer->peak.utilization * c.offer->peak.replicas / utilization_target;
}

}  // namespace detail

/// As `SessionDesignPricer` for models. `usd` has the dollars of waiting in it.
class ModelDesignPricer final : public DesignPricer {
 public:
  ModelDesignPricer(const catalog::Catalog& catalog, const ModelInputs& inputs, std::size_t others)
      : catalog_(catalog), inputs_(inputs), settled_(model_designs(catalog, inputs, others)) {
    for (const SettledFleet& d : settled_.designs) names_.push_back(d.name);
    follows_hours_ = std::ranges::any_of(settled_.ways, &Way::by_hours);
    std::set<std::string> used{"efficiencies", "loading", "gpu_sharing", "number_formats", "engines." + inputs.engine};
    for (const Service& s : inputs.services) used.insert("models." + s.model);
    for (const std::string& id : settled_.hosts) {
      const catalog::Host& host = catalog.hosts.at(id);
      used.insert({"hosts." + id, "gpus." + host.gpu, "mig_tables." + catalog.gpus.at(host.gpu).mig});
    }
    entries_.assign(used.begin(), used.end());
  }

  [[nodiscard]] const std::vector<std::string>& designs() const override { return names_; }
  [[nodiscard]] const std::vector<std::string>& entries() const override { return entries_; }

  void price(std::size_t count, std::vector<Price>& prices) override {
    ModelInputs in = inputs_;
    in.gpu_hosts = settled_.hosts;
    std::vector<Rejected> ignored;
    const std::vector<models::HostType> types = models::host_types(catalog_, in, ignored);
    const std::vector<models::ServiceOptions> none;
    const models::Market market{catalog_, in, none, types, {none, types, 0}, {}, {}};
    std::vector<std::optional<detail::ServedSoFar>> served(settled_.ways.size());
    prices.clear();
    for (std::size_t d = 0; d < count; ++d)
      prices.push_back(follows_hours_ ? price_by_hours(settled_.designs[d], market)
                                      : price_of(settled_.designs[d], market, served));
  }

  [[nodiscard]] std::optional<Price> solve() override {
    const ModelPlan plan = plan_models(catalog_, inputs_);
    if (plan.status == Status::infeasible) return std::nullopt;
    return Price{.hosts = plan.hosts, .gpus = plan.gpus, .usd = (plan.usd + plan.wait_usd).in(units::usd_per_h)};
  }

 private:
  using Served = std::vector<std::optional<detail::ServedSoFar>>;

  [[nodiscard]] Price price_of(const SettledFleet& design, const models::Market& m, Served& served) const {
    models::Choice chosen;
    OptionsOfServices options;
    double missed = 0;
    for (const std::size_t w : design.ways) {
      const detail::ServedSoFar& s = in_way(w, m, served);
      missed += s.missed ? 1 : 0;
      chosen.push_back(s.candidate);
      options.push_back(&s.options);
    }
    return price_of_choice(design, m, std::move(chosen), options, missed);
  }

  /// The hours in which replicas take turns follow from all services together: nothing is kept between designs.
  [[nodiscard]] Price price_by_hours(const SettledFleet& design, models::Market m) const {
    std::vector<detail::ServedSoFar> served(design.ways.size());
    std::vector<models::ServiceOptions> options;
    double missed = 0;
    for (std::size_t s = 0; s < served.size(); ++s) {
      const Way& way = settled_.ways[design.ways[s]];
      detail::serve(catalog_, m.inputs, m.types[type_of(way)], way, type_of(way), served[s]);
      missed += served[s].missed ? 1 : 0;
      options.push_back(std::move(served[s].options));
    }
    m.hours = models::add_by_hours(m.inputs, models::team_hours(catalog_, m.inputs, m.types, options), options);
    models::Choice chosen;
    OptionsOfServices ways;
    for (std::size_t s = 0; s < served.size(); ++s) {
      chosen.push_back(detail::nearest_candidate(options[s], settled_.ways[design.ways[s]]));
      ways.push_back(&options[s]);
    }
    return price_of_choice(design, m, std::move(chosen), ways, missed);
  }

  [[nodiscard]] static Price price_of_choice(const SettledFleet& design, const models::Market& m, models::Choice chosen,
                                             const OptionsOfServices& options, double missed) {
    Price price{.missed = missed, .fleet = std::vector<double>(m.types.size(), 0.0)};
    price.served = std::ranges::none_of(chosen, [](const models::Candidate* c) { return c == nullptr; });
    if (!price.served) return price;
    const models::Fleet fleet = with_weights_elsewhere(m, models::fleet_of(m, std::move(chosen)), options);
    price.served = fleet.keeps_weights;
    if (!price.served) return price;
    UsdPerTime uncut{};
    for (const models::Candidate* c : fleet.chosen)
      uncut +=
          detail::uncut_cards(*c, m.inputs.policy.utilization_target) * m.types[c->host].usd() / m.types[c->host].gpus;
    UsdPerTime usd = fleet.objective();
    for (std::size_t t = 0; t < m.types.size(); ++t) {
      price.fleet[t] = fleet.hosts[t] + design.spares[t];
      price.hosts += price.fleet[t];
      price.gpus += price.fleet[t] * m.types[t].gpus;
      usd += design.spares[t] * m.types[t].usd();
    }
    price.usd = usd.in(units::usd_per_h);
    price.uncut_usd = (uncut + fleet.wait_usd).in(units::usd_per_h);
    return price;
  }

  [[nodiscard]] std::size_t type_of(const Way& way) const {
    return static_cast<std::size_t>(std::ranges::find(settled_.hosts, way.host) - settled_.hosts.begin());
  }

  const detail::ServedSoFar& in_way(std::size_t place, const models::Market& m, Served& served) const {
    if (!served[place]) {
      const Way& way = settled_.ways[place];
      detail::serve(catalog_, m.inputs, m.types[type_of(way)], way, type_of(way), served[place].emplace());
    }
    return *served[place];
  }

  const catalog::Catalog& catalog_;
  const ModelInputs& inputs_;
  ModelDesigns settled_;
  bool follows_hours_ = false;
  std::vector<std::string> names_{}, entries_{};
};

}  // namespace planner::plan::uncertain
