#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/report/outline.hpp"

/// A plan beside what it would be after changes.
namespace planner::report {

struct Alternative {
  std::string name{};
  std::vector<std::string> changes{};  ///< `path=value`
  Outline plan{};
};

struct WhatIf {
  Outline before{};
  std::vector<Alternative> alternatives{};
  std::optional<std::vector<plan::HostsInUse>> existing{};  ///< the fleet that is there, to buy for or to free from
};

/// Reads the fleet that exists, with hosts of the catalog or of the scenario itself (io/fleet.hpp).
/// @param name how messages call the text
/// @throws InputError with every fault
void read_existing(WhatIf& question, const std::string& text, const std::string& name, const catalog::Catalog& known);

/// What changed for one class or model.
struct PartChange {
  std::string name{};
  std::vector<std::string> words{};  ///< "boundary firecracker -> kata-clh"
  bool price_alone = false;          ///< nothing but its share of the bill
};

/// Classes or models whose decision or figures differ, in the order of the plans; figures count as equal within 1e-9.
std::vector<PartChange> changes_between(const Outline& before, const Outline& after);

/// The names of the figures of the first plan that has any: an infeasible one has none.
std::vector<std::string> figure_names(const WhatIf& question);

/// The first line says what each alternative costs more or less; then the figures side by side, what changed, and from
/// which part of the bill the difference comes; last, what to buy, free and convert of the existing fleet.
std::string whatif_table(const WhatIf& question);
std::string whatif_markdown(const WhatIf& question);
/// A piece of HTML with the same, for notebooks.
std::string whatif_html(const WhatIf& question);
/// A row for each plan: its name, its status, its figures.
std::string whatif_csv(const WhatIf& question);
std::string whatif_json(const WhatIf& question);

}  // namespace planner::report
