#pragma once
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "planner/plan/sessions/notes/rests_on.hpp"
#include "planner/plan/sessions/notes/turned_down.hpp"

/// What would be chosen only because a figure of it is missing: with the worst that is published of others another
/// option, of which the figure is known, is cheaper. That one is taken, unless the scenario names the first.
namespace planner::plan::sessions {

namespace detail {

/// Calls `see` with every class of the chosen pools: its place in the tenancy, and what its constraints depend on.
template <class See>
void for_each_chosen(const Question& q, Design& design, const See& see) {
  for (const PoolMembers& members : design.pools())
    for (const PoolOffer* offer : design.book().pool(members).paid)
      for (const PoolClass& c : offer->classes)
        for (std::size_t k = 0; k < design.tenancy().classes.size(); ++k)
          if (design.tenancy().classes[k] == c.session_class)
            see(k, Chosen{q, *design.table().options()[design.chosen().options[k]].boundary, *offer, c});
}

inline bool takes_something_unpublished(const Chosen& c) {
  return !c.candidate().cpu.churn || !unit::objects_of_session(c.boundary, c.session().vcpu)[Resource::processes];
}

/// The first class whose option wins only by what it is not known to take.
inline std::optional<std::pair<std::size_t, Reliance>> unpublished_winner(const Question& q, Design& design) {
  std::optional<std::pair<std::size_t, Reliance>> found;
  for_each_chosen(q, design, [&](std::size_t k, const Chosen& c) {
    if (found || named(q, c.pool_class.session_class, c.boundary) || !takes_something_unpublished(c)) return;
    for (Reliance& r : rests_on(design, k, c, design.alternatives(k)))
      if (!found && r.turns_choice && r.taken) found.emplace(k, std::move(r));
  });
  return found;
}

inline void set_aside_options(const Question& q, Design& design, std::vector<Rejected>& rejected) {
  while (const auto winner = detail::unpublished_winner(q, design)) {
    const auto& [k, r] = *winner;
    rejected.push_back(
        {r.session_class, name_of(design.table().options()[design.chosen().options[k]]), "unknown.decides",
         "it is cheapest only if " + r.figure + ", which nobody has published, counts as none: " + r.consequence,
         "measure it, or name " + r.boundary + " under `boundaries`"});
    design.set_aside(k);
  }
}

/// A host that is the cheapest only because nobody has published how many addresses it can have.
inline std::optional<Rejected> unpublished_host(const Question& q, Design& design) {
  std::optional<Rejected> found;
  detail::for_each_chosen(q, design, [&](std::size_t, const Chosen& c) {
    const auto r = found ? std::nullopt : rests_on_addresses(design, c);
    if (r && r->turns_choice)
      found = Rejected{
          "", c.host().id, "unknown.decides",
          "it is cheapest only if it can have any number of addresses, which nobody has published: " + r->consequence,
          "give `max_ips`"};
  });
  return found;
}

}  // namespace detail

using MakeCandidates = CandidateTable (*)(const Question&, const MemoryRisk&, const Tenancy&, std::vector<HostChoice>);

/// Adds the design of a tenancy, without options and hosts that would be chosen only because a figure of theirs is
/// missing; these are told in `rejected`.
inline Design& add_settled(std::deque<Design>& designs, const Question& q, const MemoryRisk& risk, const Tenancy& t,
                           const std::vector<HostChoice>& hosts, MakeCandidates candidates,
                           std::vector<Rejected>& rejected) {
  Design& design = designs.emplace_back(q, risk, t, candidates(q, risk, t, hosts));
  detail::set_aside_options(q, design, rejected);
  const auto unpublished = detail::unpublished_host(q, design);
  if (!unpublished) return design;
  rejected.push_back(*unpublished);
  designs.pop_back();
  return add_settled(designs, q, risk, t, without_host(hosts, unpublished->option), candidates, rejected);
}

}  // namespace planner::plan::sessions
