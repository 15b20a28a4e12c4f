#pragma once
#include <optional>

#include "planner/catalog/host.hpp"

/// How hosts are bought.
namespace planner::plan {

enum class Purchase { on_demand, reserved_3y };

/// What is paid for a host, or nothing where no list has the price.
inline std::optional<UsdPerTime> price_of(const catalog::Host& host, Purchase purchase) {
  const Fact<UsdPerTime>& price = purchase == Purchase::on_demand ? host.price.on_demand : host.price.reserved_3y;
  return price.estimate.typical;
}

}  // namespace planner::plan
