#pragma once
#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "planner/plan/say.hpp"
#include "planner/plan/sessions/design/design.hpp"

/// Other designs for the sessions without GPUs, and what they cost.
namespace planner::plan::sessions {

/// What is paid for hosts, in all.
struct Price {
  double hosts = 0;
  UsdPerTime usd{};
};

namespace detail {

inline std::optional<Price> price_of_pools(Design& design, const std::vector<PoolMembers>& pools) {
  Price price;
  for (const PoolMembers& pool : pools) {
    const PoolChoice& choice = design.book().pool(pool);
    if (choice.paid.empty()) return std::nullopt;
    for (const PoolOffer* offer : choice.paid) price.hosts += offer->all_hosts();
    price.usd += choice.usd();
  }
  return price;
}

/// All classes of the tenancy in one option.
inline std::optional<Price> price_of_one(Design& design, std::size_t option) {
  return price_of_pools(design, pools_of(design.tenancy(), Assignment(design.tenancy().classes.size(), option),
                                         design.table()));
}

/// Which tenancies run behind which boundary, for people: "firecracker (anonymous, customer), gvisor-kvm (internal)".
class Behind {
 public:
  void add(const std::string& boundary, const std::string& tenancy) {
    auto place = std::find_if(groups_.begin(), groups_.end(), [&](const auto& g) { return g.first == boundary; });
    if (place == groups_.end()) place = groups_.insert(place, {boundary, ""});
    place->second += (place->second.empty() ? "" : ", ") + tenancy;
  }
  [[nodiscard]] std::string text() const {
    if (groups_.size() == 1) return groups_.front().first;
    std::string text;
    for (const auto& [boundary, tenancies] : groups_)
      text += (text.empty() ? "" : ", ") + boundary + " (" + tenancies + ")";
    return text;
  }

 private:
  std::vector<std::pair<std::string, std::string>> groups_;
};

/// The cheapest option that `admits` and that takes all classes of the tenancy.
template <class Admits>
std::optional<Price> cheapest_of_one(Design& design, const Admits& admits, Behind& behind) {
  std::optional<Price> best;
  std::string boundary;
  for (std::size_t o = 0; o < design.table().options().size(); ++o) {
    if (!admits(o)) continue;
    const auto price = price_of_one(design, o);
    if (!price || (best && price->usd >= best->usd)) continue;
    best = price;
    boundary = design.table().options()[o].boundary->id;
  }
  if (best) behind.add(boundary, design.tenancy().name);
  return best;
}

}  // namespace detail

/// What the sessions without GPUs cost as planned.
inline Variant as_planned(std::deque<Design>& designs) {
  Variant v;
  v.name = "as planned";
  v.description = "the cheapest boundary for each class";
  for (Design& d : designs)
    if (const auto price = detail::price_of_pools(d, d.pools())) {
      v.hosts += price->hosts;
      v.usd += price->usd;
    }
  return v;
}

/// One boundary for each trust level instead of one for each class. A tenancy of several trust levels counts as one.
inline Variant one_boundary_per_trust(std::deque<Design>& designs, const Variant& planned) {
  Variant v;
  v.name = "one boundary per trust level";
  detail::Behind behind;
  for (Design& d : designs) {
    const auto admitted = [&](std::size_t o) {
      return std::all_of(d.allowed().begin(), d.allowed().end(),
                         [&](const auto& allowed) { return std::count(allowed.begin(), allowed.end(), o) > 0; });
    };
    const auto price = detail::cheapest_of_one(d, admitted, behind);
    if (!price) return {v.name, d.tenancy().name + ": no boundary takes all of its classes", Status::infeasible, 0, {}, {}, {}};
    v.hosts += price->hosts;
    v.usd += price->usd;
  }
  v.description = behind.text();
  v.extra_usd = v.usd - planned.usd;
  v.over = planned.name;
  return v;
}

}  // namespace planner::plan::sessions
