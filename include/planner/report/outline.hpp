#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "planner/catalog/catalog.hpp"
#include "planner/plan/fleet.hpp"
#include "planner/report/models.hpp"
#include "planner/report/sessions.hpp"

/// A plan in few words: what comparisons of plans, sweeps and fleets need of it, whatever was asked.
namespace planner::report {

/// A headline figure under its name in the JSON of the plan: `usd_per_h`, `hosts`.
struct Figure {
  std::string name{};
  double value = 0;
};

/// One class of sessions or one model: what was decided for it, and its figures.
struct OutlinePart {
  std::string name{};
  std::vector<std::pair<std::string, std::string>> decided{};  ///< "boundary" and "firecracker"
  std::vector<Figure> figures{};
};

struct Outline {
  std::string status{};
  std::vector<Figure> figures{};  ///< the bill first; none where there is no plan
  std::vector<OutlinePart> parts{};
  std::vector<plan::HostsInUse> fleet{};
  std::vector<std::string> reasons{};  ///< why it is infeasible
};

/// Headline figures, a part for each class, hosts with warm sessions and headroom.
Outline outline(const SessionAnswer& answer);
/// Headline figures, a part for each model, hosts with spares.
Outline outline(const ModelAnswer& answer);

/// Answers a scenario file, whichever question it asks, with `path=value` changes made first.
/// @throws InputError with every fault of the scenario and of the changes
Outline outline_of(const std::string& text, const std::string& name, const catalog::Catalog& known,
                   const std::vector<std::string>& changes = {});

/// The names of the figures that a scenario's answer has.
/// @throws InputError where the text is no JSON
std::vector<std::string> figure_names(const std::string& text, const std::string& name);

/// The value of that name; none where the list has it not.
std::optional<double> figure(const std::vector<Figure>& figures, const std::string& name);

}  // namespace planner::report
