#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "planner/plan/sessions/candidates/candidate.hpp"
#include "planner/plan/sessions/candidates/host_room.hpp"
#include "planner/plan/sessions/narrate/narrator.hpp"

/// What one host has for sessions, derived from the catalog, the reserve and the policy.
namespace planner::plan::sessions {

namespace detail {

/// `share * size + ...` of a published formula with tiers; a tier without a size takes what the others leave.
template <class Tier, class Amount>
std::string tiers_formula(Narrator& n, const std::string& prefix, const std::vector<Tier>& tiers, Amount whole,
                          const std::string& whole_id, const std::string& source) {
  std::vector<std::string> terms;
  std::string taken;
  Amount rest = whole;
  for (std::size_t t = 0; t < tiers.size() && rest > Amount{}; ++t) {
    const std::string tier = prefix + "_tier_" + std::to_string(t + 1);
    const std::string share = n.given(tier + ".share", tiers[t].share, source);
    const bool fills = tiers[t].size && *tiers[t].size < rest;
    const std::string size = fills ? n.given(tier + ".size", *tiers[t].size, source)
                             : taken.empty() ? whole_id
                                             : "(" + whole_id + " - " + taken + ")";
    terms.push_back(share + " * " + size);
    taken += (taken.empty() ? "" : " - ") + size;
    rest = fills ? rest - *tiers[t].size : Amount{};
  }
  return sum_of(terms);
}

inline std::string source_of(const catalog::HostReserve& reserve) {
  std::string text;
  for (const std::string& s : reserve.sources) text += (text.empty() ? "" : ", ") + s;
  return text.empty() ? "catalog" : text;
}

inline std::string narrate_memory_room(Narrator& n, const catalog::Host& host, double room) {
  const catalog::HostReserve& reserve = reserve_of(n.question());
  const std::string prefix = "catalog." + reserve.id, source = source_of(reserve);
  const std::string memory = n.fact("catalog." + host.id + ".memory", host.memory);
  const std::string seen =
      host.memory_seen.known()
          ? n.fact("catalog." + host.id + ".memory_seen", host.memory_seen)
          : n.given("catalog." + host.id + ".memory_seen", unit::seen_memory(host) / host.memory.value(),
                    "assumed from the hosts that were measured");
  std::vector<std::string> kept;
  if (!reserve.memory_tiers.empty())
    kept.push_back(tiers_formula(n, prefix + ".memory", reserve.memory_tiers, host.memory.value(), memory, source));
  kept.push_back(n.given(prefix + ".fixed", reserve.fixed, source));
  std::string sum = sum_of(kept);
  if (reserve.cap_share)
    sum = "min(" + sum + ", " + n.given(prefix + ".cap_share", *reserve.cap_share, source) + " * " + memory + ")";
  const std::string eviction = n.given(prefix + ".eviction", reserve.eviction, source);
  const std::string reserved =
      n.step("room." + host.id + ".reserved_memory", sum + " + " + eviction,
             unit::reserved_memory(reserve, host.memory.value(), 0.0), "", "kept back by " + reserve.name);
  return n.step("room." + host.id + ".memory",
                room > 0.0 ? seen + " * " + memory + " - " + reserved : "0 * " + reserved, room * units::byte, "",
                "what the operating system sees, less the reserve");
}

inline std::string narrate_cpu_room(Narrator& n, const catalog::Host& host, bool smt, double room) {
  const catalog::HostReserve& reserve = reserve_of(n.question());
  const std::string all = n.fact("catalog." + host.id + ".vcpus", host.vcpus);
  const std::string suffix = smt ? "" : "_without_smt";
  const Vcpus threads = unit::session_threads(host, smt);
  const std::string usable =
      smt ? all
          : n.step("room." + host.id + ".threads" + suffix,
                   all + " / " + n.given("catalog." + host.id + ".threads_per_core", host.threads_per_core, "catalog"),
                   threads, "", "one thread per core: the trust level wants SMT off");
  const std::string reserved =
      n.given("room." + host.id + ".reserved_cpu" + suffix, unit::reserved_cpu(reserve, threads), source_of(reserve),
              "published formula of " + reserve.name + " for so many threads");
  const std::string target = n.policy("cpu_target", n.question().policy().cpu_target);
  return n.step("room." + host.id + ".cpu" + suffix,
                room > 0.0 ? target + " * (" + usable + " - " + reserved + ")" : "0 * " + reserved, room * units::vcpu, "",
                "hardware threads for sessions");
}

}  // namespace detail

/// The room of one resource on a host; its id. Limits that are counts are inputs as they stand.
inline std::string narrate_room(Narrator& n, const catalog::Host& host, bool smt, Resource r, const Amounts& limits,
                                const std::string& boundary) {
  if (r == Resource::memory) return detail::narrate_memory_room(n, host, limits[r]);
  if (r == Resource::cpu) return detail::narrate_cpu_room(n, host, smt, limits[r]);
  if (r == Resource::disk) return n.given("catalog." + host.id + ".local_disk", limits[r] * units::byte, host.local_disk.cited());
  if (r == Resource::gpus) return n.fact("catalog." + host.id + ".gpus", host.gpus);
  return n.given("room." + host.id + "." + boundary + "." + std::string(unit::to_text(r)), limits[r],
                 "limits of system, network, orchestrator and policy");
}

}  // namespace planner::plan::sessions
