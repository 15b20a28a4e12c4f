#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "planner/base/estimate.hpp"

namespace planner {

/// How a number came to be. `assumed` is said out loud wherever it is used.
enum class Basis {
  measured,
  vendor,  ///< stated by whoever makes it
  paper,
  derived,  ///< arithmetic on cited figures
  assumed,
  given,  ///< put in by whoever asks, in a scenario or an overlay
};

constexpr std::string_view to_text(Basis b) {
  switch (b) {
    case Basis::measured:
      return "measured";
    case Basis::vendor:
      return "vendor";
    case Basis::paper:
      return "paper";
    case Basis::derived:
      return "derived";
    case Basis::assumed:
      return "assumed";
    case Basis::given:
      return "given";
  }
  return "assumed";
}

/// Where something was published.
struct Source {
  std::string id, title, where, section, kind;
  int year = 0;  ///< 0: not stated
};

/// Something published that no formula uses as it stands: said beside the numbers, and kept for whoever wants to check.
struct Observation {
  std::string what{}, value{}, conditions{};
  std::vector<std::string> sources{};
};

/// A catalog number: its estimate, the ids of its sources, how it came to be, and what to know when using it.
template <class T>
struct Fact {
  Estimate<T> estimate{};
  std::vector<std::string> sources{};
  Basis basis = Basis::assumed;
  std::string conditions{}, note{}, disagreement{};

  [[nodiscard]] bool known() const { return estimate.known(); }
  [[nodiscard]] T value() const { return estimate.value(); }
  /// Source ids as one text for a trace: `fc-spec, volt (measured)`.
  [[nodiscard]] std::string cited() const {
    std::string text;
    for (const std::string& s : sources) text += (text.empty() ? "" : ", ") + s;
    return (text.empty() ? std::string("no source") : text) + " (" + std::string(to_text(basis)) + ")";
  }
};

}  // namespace planner
