#pragma once
#include "planner/plan/models/question/inputs.hpp"
#include "planner/plan/narrator.hpp"
#include "planner/plan/residency/plan.hpp"

/// Where the prices at the margin come from.
namespace planner::plan::residency {

namespace detail {

/// Records differences between whole fleets.
class PriceNarrator {
 public:
  PriceNarrator(Narrator& n, const ModelPlan& plan) : n_(n), cost_(plan.usd + plan.wait_usd) {}
  /// Another fleet that costs so much more.
  void more(const std::string& id, UsdPerTime extra, const std::string& where) {
    n_.step(id, other(id, cost_ + extra, where) + " - decided.cost", extra);
  }
  /// Another fleet that costs so much less.
  void less(const std::string& id, UsdPerTime saved, const std::string& where) {
    n_.step(id, "decided.cost - " + other(id, cost_ - saved, where), saved);
  }

 private:
  std::string other(const std::string& id, UsdPerTime cost, const std::string& where) {
    return n_.given(id + ".cost", cost, "the whole fleet solved again: hosts and waiting", where);
  }
  Narrator& n_;
  UsdPerTime cost_;
};

}  // namespace detail

/// Records how the shadow prices are found.
inline void narrate_prices(Trace& trace, const ResidencyPlan& r, const ModelInputs& in) {
  Narrator n(trace, in.defaults);
  detail::PriceNarrator prices(n, r.plan);
  for (const CardPrice& c : r.shadow.cards) {
    const std::string at = "shadow_prices.gpu." + id_part(c.host);
    prices.more(at + ".one_more", c.one_more, "one card is kept for something else");
    prices.less(at + ".one_less", c.one_less, "one card comes free of charge");
  }
  const MemoryPrice& memory = r.shadow.host_memory;
  const std::string at = "shadow_prices.host_memory";
  prices.less(at + ".gib_more", memory.gib_more, "one GiB more on every host");
  if (memory.given > Bytes{}) {
    prices.more(at + ".gib_less", memory.gib_less, "one GiB less on every host");
    prices.more(at + ".all", memory.all, "no host memory for weights");
  }
  const WaitPrice& waiting = r.shadow.waiting;
  prices.less("shadow_prices.waiting.target_second_more", waiting.target_more, "every cold_wait_p99 a second longer");
  if (waiting.target_less)
    prices.more("shadow_prices.waiting.target_second_less", *waiting.target_less,
                "every cold_wait_p99 a second shorter");
}

}  // namespace planner::plan::residency
