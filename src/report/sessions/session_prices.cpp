#include "report/sessions/session_prices.hpp"

#include <fmt/format.h>

#include <set>

#include "io/scenario/session_words.hpp"
#include "report/document/numbers.hpp"

namespace planner::report {

std::vector<PriceUsed> prices_used(const SessionAnswer& answer) {
  std::set<std::string> hosts;
  for (const plan::Pool& pool : answer.plan.pools) hosts.insert(pool.host);
  std::vector<PriceUsed> prices;
  for (const std::string& id : hosts) {
    const catalog::Host* host = catalog::find(answer.catalog.hosts, id);
    if (host == nullptr) continue;
    const catalog::Price& price = host->price;
    const bool reserved = answer.inputs.policy.purchase == plan::Purchase::reserved_3y;
    const Fact<UsdPerTime>& rate = reserved ? price.reserved_3y : price.on_demand;
    const std::string list = price.date.empty() ? std::string(to_text(rate.basis)) : price.region + ", " + price.date;
    if (rate.known()) prices.push_back({id, rate.value(), list});
  }
  return prices;
}

std::string price_sentence(const SessionAnswer& answer) {
  std::string text;
  for (const PriceUsed& p : prices_used(answer)) {
    text += fmt::format("{}{} {} USD/h ({})", text.empty() ? "" : "; ", p.host, usd_text(p.usd), p.list);
  }
  return fmt::format("Prices {}: {}.", io::word_for(io::purchase_words, answer.inputs.policy.purchase), text);
}

}  // namespace planner::report
