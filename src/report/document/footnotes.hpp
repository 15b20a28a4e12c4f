#pragma once
#include <string>
#include <vector>

#include "planner/report/explain.hpp"

namespace planner::report {

/// Numbers the sources of a derivation in the order in which they are met.
class Footnotes {
 public:
  explicit Footnotes(const Sources& sources) : sources_(sources) {}

  /// What a step cites: numbers of sources and what follows them, `(measured)`; a text that is no source of the catalog
  /// (`scenario`) in brackets and without numbers.
  struct Mark {
    std::vector<std::size_t> numbers{};
    std::string rest{};
  };
  Mark mark(const std::string& cited);

  /// The sources met so far; the first has number 1.
  [[nodiscard]] std::vector<const Source*> in_order() const;

 private:
  std::size_t number_of(const std::string& id);

  const Sources& sources_;
  std::vector<std::string> order_;
};

/// `fc-spec: Firecracker specification (2024), Table 2`.
std::string source_text(const Source& source);

}  // namespace planner::report
