#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/catalog/catalog.hpp"
#include "planner/plan/models/question/inputs.hpp"
#include "planner/plan/status.hpp"

/// GPU hosts that can be bought.
namespace planner::plan::models {

struct HostType {
  const catalog::Host* host = nullptr;
  const catalog::Gpu* gpu = nullptr;
  const catalog::MigTable* mig = nullptr;  ///< null: the GPU cannot be cut
  int gpus = 0;
  UsdPerTime price{};
  std::optional<Watts> power{};  ///< at the meter: with what cooling and distribution add
  UsdPerTime electricity{};      ///< on top of the price, where the price is marked as without it
  [[nodiscard]] UsdPerTime usd() const { return price + electricity; }
};

namespace detail {

inline std::optional<Rejected> host_refusal(const catalog::Host& host, const ModelPolicy& policy) {
  const bool reserved = policy.purchase == Purchase::reserved_3y;
  if (!price_of(host, policy.purchase))
    return Rejected{"", host.id, "host.no_price", reserved ? "no reserved price is published" : "no price is published",
                    "give its price as `usd_per_h`"};
  if (!host.gpus.known())
    return Rejected{"", host.id, "host.unknown_size", "its GPUs are not published", "give `gpus`"};
  return std::nullopt;
}

}  // namespace detail

/// The candidates that have a price; the others are turned down.
inline std::vector<HostType> host_types(const catalog::Catalog& catalog, const ModelInputs& in,
                                        std::vector<Rejected>& rejected) {
  std::vector<HostType> types;
  for (const std::string& id : in.gpu_hosts) {
    const catalog::Host& host = catalog.hosts.at(id);
    if (auto refusal = detail::host_refusal(host, in.policy)) {
      rejected.push_back(std::move(*refusal));
      continue;
    }
    HostType t{.host = &host, .gpu = &catalog.gpus.at(host.gpu), .gpus = static_cast<int>(host.gpus.value())};
    t.mig = catalog::find(catalog.mig_tables, t.gpu->mig);
    t.price = *price_of(host, in.policy.purchase);
    if (host.power.known()) t.power = host.power.value() * in.policy.pue;
    if (t.power && host.price.without_power && in.policy.electricity) t.electricity = *t.power * *in.policy.electricity;
    types.push_back(t);
  }
  return types;
}

}  // namespace planner::plan::models
