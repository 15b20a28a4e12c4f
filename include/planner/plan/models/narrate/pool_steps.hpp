#pragma once
#include "planner/plan/models/narrate/on_demand_steps.hpp"
#include "planner/plan/say.hpp"

/// How large a pool is, and what its members risk there.
namespace planner::plan::models {

namespace detail {

/// `pool.HOST`; groups of engines asleep are counted from 0 on each host type: `pool.HOST.asleep.0`.
inline std::string pool_id(const std::string& host, const Fleet& fleet, std::size_t type, const Pool& pool) {
  const std::string id = "pool." + id_part(host);
  return pool.block <= 0 ? id : id + ".asleep." + std::to_string(&pool - fleet.sleeping[type].data());
}

/// Members of a pool up to which their overflow is written out, state by state.
inline constexpr std::size_t written_out = 5;

/// One pool while it is told.
struct PoolStory {
  const Pool& pool;
  const std::vector<ServiceStory>& services;
  std::size_t per_host;
  std::string prefix{};  ///< `pool.HOST`

  [[nodiscard]] std::string at(const std::string& number) const { return prefix + "." + number; }
  [[nodiscard]] const OnDemand& member(std::size_t i) const { return *services[pool.members[i]].chosen.on_demand; }
  [[nodiscard]] std::string claim(std::size_t i) const { return services[pool.members[i]].at("claim"); }
};

/// The probability of one state of the other members, where it leaves `own` too few GPUs; else nothing.
inline std::string full_state(const PoolStory& s, std::size_t own, std::size_t state) {
  double used = 0;
  std::string term;
  for (std::size_t i = 0; i < s.pool.members.size(); ++i) {
    if (i == own) continue;
    const bool live = (state >> i & 1) != 0;
    if (live) used += s.member(i).gpus;
    term += (term.empty() ? "" : " * ") + (live ? s.claim(i) : "(1 - " + s.claim(i) + ")");
  }
  return used + s.member(own).gpus > s.pool.gpus ? term : "";
}

/// Over the states of the others, each live or not by itself: those that leave a start too few GPUs.
inline std::string overflow_formula(const PoolStory& s, std::size_t own) {
  std::vector<std::string> terms;
  for (std::size_t state = 0; state < std::size_t{1} << s.pool.members.size(); ++state) {
    if ((state >> own & 1) != 0) continue;
    const std::string term = full_state(s, own, state);
    if (!term.empty()) terms.push_back(term);
  }
  return sum_of(terms);
}

inline std::string narrate_overflow(Narrator& n, const PoolStory& s, std::size_t own) {
  const ServiceStory& service = s.services[s.pool.members[own]];
  const std::string id = service.at("overflow_probability");
  const bool in_one_piece = s.pool.block > 0 || s.pool.gpus <= static_cast<double>(s.per_host);
  const bool written = s.pool.members.size() <= written_out && in_one_piece;
  const std::string formula = written ? overflow_formula(s, own) : "";
  constexpr const char* note = "that a cold start in the busiest hour finds too few free GPUs";
  if (formula.empty())
    return n.given(id, service.plan.overflow_probability, "joint law of the other members of its pool", note);
  return n.step(id, formula, service.plan.overflow_probability, "states of the other members, docs/design/on-demand.md",
                note);
}

/// Why not one GPU less, or one host where the pool takes whole hosts, or one block of engines asleep.
inline std::string why_no_smaller(const PoolStory& s, double allowed) {
  std::vector<const OnDemand*> members;
  for (std::size_t i = 0; i < s.pool.members.size(); ++i) members.push_back(&s.member(i));
  const double host = static_cast<double>(s.per_host), largest = std::ranges::max(members, {}, &OnDemand::gpus)->gpus;
  Pool less = s.pool;
  less.gpus -= less.block > 0 ? less.block : less.gpus > host ? host : 1.0;
  if (less.gpus < largest) return "as many as its largest member takes";
  return "with " + say(less.gpus) + " a start would find no room with probability " +
         say_percent(std::ranges::max(overflow_of(less, claims_of(members), s.per_host))) + ", allowed is " +
         say_percent(allowed);
}

inline void narrate_sleep(Narrator& n, const PoolStory& s) {
  if (s.pool.block <= 0) return;
  n.given(s.at("block_gpus"), s.pool.block, "GPUs of a replica: each member was started on every block");
  std::vector<std::string> kept;
  for (const std::size_t member : s.pool.members) kept.push_back(s.services[member].at("kept_asleep_gib_per_gpu"));
  n.step(s.at("kept_asleep_gib_per_gpu"), sum_of(kept), s.pool.kept_asleep, "", "on each GPU, by all of them");
}

inline void narrate_weights(Narrator& n, const PoolStory& s, WeightTier tier, const std::string& id, Bytes all) {
  std::vector<std::string> weights;
  for (std::size_t i = 0; i < s.pool.members.size(); ++i) {
    const ServiceStory& service = s.services[s.pool.members[i]];
    if (s.member(i).tier == tier)
      weights.push_back(service.at("weights_gib_per_gpu") + " * " + service.at("gpus_per_replica"));
  }
  if (weights.empty()) {
    n.given(id, all, "no member keeps its weights there");
  } else {
    n.step(id, sum_of(weights), all, "", "of weights, on every host of the pool, or in memory for each block");
  }
}

inline void narrate_pool(Narrator& n, const PoolStory& s, const PoolPart& p, const ModelPolicy& policy) {
  narrate_sleep(n, s);
  n.given(s.at("gpus"), s.pool.gpus, "fewest at which cold starts find room, docs/design/on-demand.md",
          why_no_smaller(s, policy.pool_overflow_probability));
  std::string risks;
  for (std::size_t i = 0; i < s.pool.members.size(); ++i)
    risks += (risks.empty() ? "" : ", ") + narrate_overflow(n, s, i);
  n.step(s.at("overflow_probability"), "max(" + risks + ")", p.overflow_probability, "",
         "of the member that fares worst");
  constexpr const char* law = "joint law of the members";
  n.given(s.at("overflow_time_share"), p.overflow_time_share, law,
          "share of the busiest hour in which more is asked for than there is");
  n.given(s.at("overflow_with_eviction"), p.overflow_with_eviction, law, "if idle replicas gave way");
  n.given(s.at("loading_beside"), p.loading_beside, law, "that a load finds another one under way");
  narrate_weights(n, s, WeightTier::host_ram, s.at("host_memory"), p.host_memory);
  narrate_weights(n, s, WeightTier::nvme, s.at("disk"), p.disk);
}

inline void narrate_no_pool(Narrator& n, const PoolPlan& pool) {
  constexpr const char* none = "no model is loaded on demand";
  n.given("pool.gpus", pool.gpus, none);
  n.given("pool.overflow_probability", pool.overflow_probability, none);
  n.given("pool.overflow_time_share", pool.overflow_time_share, none);
}

}  // namespace detail

/// Every pool and group of engines asleep, in the order of the plan's parts, and all of them together.
inline void narrate_pools(Narrator& n, const ModelPlan& plan, const Market& m, const Fleet& fleet,
                          const std::vector<ServiceStory>& stories) {
  std::vector<std::string> gpus;
  std::string risk, time;
  auto part = plan.pool.parts.begin();
  const auto told = [&](const Pool& pool, std::size_t t) {
    const detail::PoolStory story{pool, stories, static_cast<std::size_t>(m.types[t].gpus),
                                  detail::pool_id(part->host, fleet, t, pool)};
    detail::narrate_pool(n, story, *part++, m.inputs.policy);
    gpus.push_back(story.at("gpus"));
    risk += (risk.empty() ? "" : ", ") + story.at("overflow_probability");
    time += (time.empty() ? "" : ", ") + story.at("overflow_time_share");
  };
  for (std::size_t t = 0; t < m.types.size(); ++t) {
    if (!fleet.pools[t].members.empty()) told(fleet.pools[t], t);
    for (const Pool& group : fleet.sleeping[t]) told(group, t);
  }
  if (gpus.empty()) return detail::narrate_no_pool(n, plan.pool);
  n.step("pool.gpus", sum_of(gpus), plan.pool.gpus);
  n.step("pool.overflow_probability", "max(" + risk + ")", plan.pool.overflow_probability);
  n.step("pool.overflow_time_share", "max(" + time + ")", plan.pool.overflow_time_share);
}

}  // namespace planner::plan::models
