#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/say.hpp"
#include "planner/plan/sessions/compare/what_if.hpp"

/// At which figure of the chosen boundary the next best option would be as cheap.
namespace planner::plan::sessions {

namespace detail {

/// Where `price(x)` of the chosen option reaches `other`: the price rises with x, from below `other` at `low`.
template <class Price>
std::optional<double> reaches(const Price& price, UsdPerTime other, double low, double high) {
  if (price(low) >= other || price(high) < other) return std::nullopt;
  while (high - low > 1e-7 * high) {
    const double middle = 0.5 * (low + high);
    (price(middle) < other ? low : high) = middle;
  }
  return high;
}

}  // namespace detail

/// Sentences such as "loses to kata-fc above 210 MiB of memory per session beyond the session's own (61 MiB now)".
inline std::vector<std::string> break_evens(const Question& q, const Design& design, std::size_t k, std::size_t other) {
  const std::size_t i = design.tenancy().classes[k], chosen = design.chosen().options[k];
  const Candidate& c = *design.table().any(i, chosen);
  const std::string& rival = design.table().options()[other].boundary->id;
  const UsdPerTime theirs = rough_price(q, design, k, other);
  const auto by_memory = [&](double overhead) {
    return rough_price(q, design, k, chosen, {overhead - c.memory.overhead.total().base(), 1.0});
  };
  const auto by_loss = [&](double loss) {
    return rough_price(q, design, k, chosen, {0.0, (1.0 + loss) / (1.0 + c.cpu_loss)});
  };
  std::vector<std::string> sentences;
  const Bytes overhead = c.memory.overhead.total(), most = 64.0 * units::GiB;
  if (const auto at = detail::reaches(by_memory, theirs, overhead.base(), most.base()))
    sentences.push_back("loses to " + rival + " above " + say(*at * units::byte) +
                        " of memory per session on top of the session's own (" + say(overhead) + " planned)");
  if (const auto at = detail::reaches(by_loss, theirs, c.cpu_loss, 100.0))
    sentences.push_back("loses to " + rival + " above " + say_percent(*at) + " more CPU than in a container (" +
                        say_percent(c.cpu_loss) + " planned)");
  return sentences;
}

}  // namespace planner::plan::sessions
