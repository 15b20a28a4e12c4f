#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planner/io/scenario.hpp"

namespace planner::plan {
struct UncertainNumber;  // planner/plan/uncertain/number.hpp
}

/// A scenario whose numbers may take other values than the typical ones.
namespace planner::io {

/// Numbers of a scenario as they are given, and values for all or some of them. `Scenario` is `SessionScenario` or
/// `ModelScenario`.
///
/// Numbers written as low, typical and high are p10, p50 and p90 unless `"law": "pert"` makes them least, mode and
/// most. Every number of the catalog that has a low and a high belongs to them: the planner's own error, too, as the
/// catalog has it (`decode_error`).
template <class Scenario>
class Worlds {
 public:
  /// Parameters and errors as `read_session_scenario` has them.
  Worlds(std::string_view text, const std::string& name, const catalog::Catalog& known,
         const std::vector<std::string>& changes = {});
  Worlds(const Worlds&) = delete;
  Worlds& operator=(const Worlds&) = delete;
  ~Worlds();

  /// The numbers that are not known exactly: those of the scenario in the order of its text, then those of the
  /// catalog's entries that `entries` names (`boundaries.firecracker`), of a whole kind (`limits`), or of everything
  /// (empty).
  [[nodiscard]] const std::vector<plan::UncertainNumber>& numbers() const;

  /// The scenario as it is given, every number typical. The same object as `at` gives: its catalog stays where it is,
  /// so that pointers into it hold.
  [[nodiscard]] const Scenario& given();
  /// Says which paths `change` sets from now on: of numbers, as `--set` has them. Hosts that the scenario defines are not
  /// read again.
  void vary(const std::vector<std::string>& paths);
  /// The scenario as it is given but for these values of the paths, as `--set` has them. The catalog stays in the world
  /// that it is in. Valid until the next call.
  /// @throws InputError where a path or a value breaks a rule
  const Scenario& change(std::span<const std::string> values);
  /// The scenario where number i has `values[i]`; NaN leaves it as given. Valid until the next call.
  /// @throws InputError where values together break a rule of the scenario
  [[nodiscard]] const Scenario& at(std::span<const double> values);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

extern template class Worlds<SessionScenario>;
extern template class Worlds<ModelScenario>;

}  // namespace planner::io
