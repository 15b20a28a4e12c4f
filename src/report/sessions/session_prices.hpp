#pragma once
#include <string>
#include <vector>

#include "planner/report/sessions.hpp"

namespace planner::report {

/// The price of a host type that a plan uses.
struct PriceUsed {
  std::string host;
  UsdPerTime usd{};
  std::string list;  ///< "us-east-1, 2026-07-20"; "given" where the scenario says it
};

std::vector<PriceUsed> prices_used(const SessionAnswer& answer);

/// "Prices on demand: aws/c7i.metal-48xl 8.57 USD/h (us-east-1, 2026-07-20)."
std::string price_sentence(const SessionAnswer& answer);

}  // namespace planner::report
