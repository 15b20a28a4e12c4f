#pragma once
#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "planner/plan/sessions/design/design.hpp"
#include "planner/plan/sessions/question/allowed.hpp"
#include "planner/plan/sessions/question/session_facts.hpp"

/// Every class without a GPU behind one boundary, trust levels apart, beside plain containers.
namespace planner::plan::sessions {

/// A tenancy with its candidates and its pools.
struct TenancyBook {
  const Tenancy* tenancy;
  const CandidateTable* table;
  PoolBook* book;
};

inline std::vector<TenancyBook> tenancy_books(std::deque<Design>& designs) {
  std::vector<TenancyBook> books;
  for (Design& d : designs) books.push_back({&d.tenancy(), &d.table(), &d.book()});
  return books;
}

/// All classes of a tenancy behind one boundary; CPU options are the boundaries of the catalog in order.
inline PoolMembers all_behind(const TenancyBook& t, std::size_t boundary) {
  PoolMembers members;
  for (const std::size_t i : t.tenancy->classes) members.push_back({i, boundary});
  return members;
}

/// Base pools of all tenancies behind one boundary.
struct ComparedPools {
  std::vector<const PoolOffer*> offers{};
  double hosts = 0, sessions = 0;
  UsdPerTime usd{};
};

/// Nothing where a tenancy fits on no host type.
inline std::optional<ComparedPools> compared_pools(const std::vector<TenancyBook>& tenancies, std::size_t boundary) {
  ComparedPools all;
  for (const TenancyBook& t : tenancies) {
    const PoolOffer* const offer = t.book->pool(all_behind(t, boundary)).by_base;
    if (!offer) return std::nullopt;
    all.offers.push_back(offer);
    all.hosts += offer->base.hosts;
    all.usd += offer->base_usd;
    for (const PoolClass& c : offer->classes) all.sessions += c.sessions;
  }
  return all;
}

/// No class takes less behind the boundary than in a container.
inline bool takes_no_less(const PoolOffer& offer, const PoolOffer& containers) {
  for (std::size_t k = 0; k < offer.classes.size(); ++k)
    if (!takes_no_more(*containers.classes[k].candidate, *offer.classes[k].candidate)) return false;
  return true;
}

/// Hosts of plain containers over hosts behind `boundary`, both on the containers' host types; nothing where the
/// boundary does not fit there. Where no class takes less than in a container, what packs it packs the containers too.
inline std::optional<double> density(const std::vector<TenancyBook>& tenancies, const ComparedPools& containers,
                                     std::size_t boundary) {
  double hosts = 0.0, container_hosts = 0.0;
  for (std::size_t t = 0; t < tenancies.size(); ++t) {
    const PoolOffer& yard = *containers.offers[t];
    const PoolOffer* const offer = tenancies[t].book->on(all_behind(tenancies[t], boundary), yard.host.index);
    if (!offer) return std::nullopt;
    hosts += offer->base.hosts;
    container_hosts +=
        takes_no_less(*offer, yard) ? std::min(yard.base.hosts, offer->base.hosts) : yard.base.hosts;
  }
  return container_hosts / hosts;
}

namespace detail {

inline void join_new(std::string& list, const std::string& item) {
  if (("+" + list + "+").find("+" + item + "+") == std::string::npos) list += (list.empty() ? "" : "+") + item;
}

inline void add_reason(ComparisonRow& row, std::string reason) {
  if (!contains(row.reasons, reason)) row.reasons.push_back(std::move(reason));
}

/// What one session costs behind the boundary; a figure that nobody has published leaves the row without hosts.
inline void add_class(ComparisonRow& row, const Question& q, std::size_t i, const catalog::Boundary& b) {
  const auto memory = memory_of(q, i, b, false);
  const auto loss = cpu_loss_of(q, i, b, false);
  ComparisonClass& c = row.classes.emplace_back();
  c.session_class = q.session(i).name;
  if (memory) c.overhead = memory->overhead.total();
  c.cpu_loss = loss;
  if (!memory) add_reason(row, "no memory per session is published");
  if (!loss) add_reason(row, "no CPU loss is published for the work of " + c.session_class);
  if (!memory || !loss) row.status = Status::unknown;
}

/// What binds is told by the pool with the most hosts.
inline void add_pools(ComparisonRow& row, const ComparedPools& pools) {
  row.hosts = pools.hosts;
  row.usd = pools.usd;
  row.usd_per_session = pools.usd / pools.sessions;
  row.sessions_per_host = pools.sessions / pools.hosts;
  const PoolOffer* largest = pools.offers.front();
  auto described = row.classes.begin();  // in the same order: by tenancy, then by class
  for (const PoolOffer* offer : pools.offers) {
    join_new(row.host, offer->host.host->id);
    if (offer->base.hosts > largest->base.hosts) largest = offer;
    for (const PoolClass& c : offer->classes) (described++)->start = c.candidate->start;
  }
  row.binding = unit::to_text(busiest_resource(running_members(largest->classes), largest->classes.front().candidate->limits));
}

/// Why policy forbids the boundary or leaves it out of the choice, each reason once with its classes.
inline void add_policy(ComparisonRow& row, const Question& q, const std::vector<TenancyBook>& tenancies,
                       const catalog::Boundary& b) {
  std::vector<std::pair<std::string, std::string>> reasons;  // reason, classes
  for (const TenancyBook& t : tenancies)
    for (const std::size_t i : t.tenancy->classes)
      if (const auto refusal = policy_refusal(q, i, b)) {
        auto same = std::find_if(reasons.begin(), reasons.end(), [&](const auto& r) { return r.first == refusal->reason; });
        if (same == reasons.end()) same = reasons.insert(same, {refusal->reason, ""});
        same->second += (same->second.empty() ? "" : ", ") + q.session(i).name;
        if (row.status == Status::ok && refusal->code != "boundary.shown_only") row.status = Status::forbidden;
      }
  for (const auto& [reason, classes] : reasons) add_reason(row, classes + ": " + reason);
}

}  // namespace detail

inline ComparisonRow comparison_row(const Question& q, const std::vector<TenancyBook>& tenancies, std::size_t boundary,
                                    const catalog::Boundary& b) {
  ComparisonRow row;
  row.boundary = b.id;
  row.name = b.name;
  row.kernel = describe(b);
  for (const catalog::SurfaceFact& fact : b.surface)
    if (fact.what == "host syscalls") row.host_syscalls = fact.value;
  for (const TenancyBook& t : tenancies)
    for (const std::size_t i : t.tenancy->classes) detail::add_class(row, q, i, b);
  if (row.status != Status::unknown) {
    if (const auto pools = compared_pools(tenancies, boundary))
      detail::add_pools(row, *pools);
    else
      row.status = Status::infeasible;
  }
  detail::add_policy(row, q, tenancies, b);
  return row;
}

/// One row per boundary of the catalog, in the order of ids.
inline std::vector<ComparisonRow> compare(const Question& q, const std::vector<TenancyBook>& tenancies) {
  std::vector<ComparisonRow> rows;
  std::optional<ComparedPools> containers;
  const catalog::Boundary* const reference = yardstick(q.catalog);
  for (const auto& [id, b] : q.catalog.boundaries) {
    if (&b == reference) containers = compared_pools(tenancies, rows.size());
    rows.push_back(comparison_row(q, tenancies, rows.size(), b));
  }
  if (!containers) return rows;
  for (std::size_t b = 0; b < rows.size(); ++b) {
    if (!rows[b].hosts) continue;
    rows[b].density_vs_container = density(tenancies, *containers, b);
    rows[b].extra_hosts = *rows[b].hosts - containers->hosts;
    rows[b].extra_usd = *rows[b].usd - containers->usd;
  }
  return rows;
}

}  // namespace planner::plan::sessions
