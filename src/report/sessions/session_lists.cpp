#include "report/sessions/session_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/document/numbers.hpp"

namespace planner::report {
namespace {

using Names = std::vector<std::string>;

void add_once(Names& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

/// Classes of an entry: `snippet,build`.
Names classes_of(std::string_view list) {
  Names names;
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    names.emplace_back(name);
    list.remove_prefix(std::min(name.size() + 1, list.size()));
  }
  return names;
}

std::string joined(const Names& names) { return fmt::format("{}", fmt::join(names, ", ")); }

/// What several entries share, with what each of them adds.
struct Group {
  std::string shared;
  Names first, second;
};

Group& group_of(std::vector<Group>& groups, const std::string& shared) {
  const auto it = std::ranges::find(groups, shared, &Group::shared);
  if (it != groups.end()) return *it;
  groups.push_back({shared, {}, {}});
  return groups.back();
}

/// Why each of them is so is told by `planner catalog show`.
constexpr const char* chosen_by_name_only = "chosen only where the scenario names it";

std::string without_stop(std::string text) {
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace

std::vector<std::string> turned_down_lines(const plan::SessionPlan& plan) {
  constexpr std::size_t nearest = 2;
  std::vector<Group> reasons, dearer;  // by reason: options and classes; by class: what each option costs more
  for (const plan::Rejected& r : plan.rejected) {
    if (r.code == "cost") {
      for (const std::string& name : classes_of(r.session_class)) {
        group_of(dearer, name).first.push_back(r.option + " " + r.reason);
      }
    } else {
      const bool shown_only = r.code == "boundary.shown_only";
      Group& group = group_of(reasons, shown_only ? chosen_by_name_only : without_stop(r.reason));
      add_once(group.first, r.option);
      for (const std::string& name : classes_of(r.session_class)) add_once(group.second, name);
    }
  }
  std::vector<std::string> lines;
  for (Group& group : dearer) {
    const std::size_t more = group.first.size() - std::min(nearest, group.first.size());
    group.first.resize(group.first.size() - more);
    lines.push_back(fmt::format("{}: {}{}", group.shared, joined(group.first),
                                more > 0 ? fmt::format(", and {} dearer still", more) : ""));
  }
  for (const Group& group : reasons) {
    const std::string classes = group.second.empty() ? "" : " (" + joined(group.second) + ")";
    lines.push_back(fmt::format("{}: {}{}", group.shared, joined(group.first), classes));
  }
  return lines;
}

std::vector<std::string> unknown_lines(const plan::SessionPlan& plan) {
  std::vector<Group> figures;
  for (const plan::Unknown& u : plan.unknown) {
    const std::string from = u.matters_from.substr(0, u.matters_from.find(';'));
    const std::string& about = u.session_class.empty() ? u.option : u.session_class;
    add_once(group_of(figures, without_stop(u.what)).first, from.empty() ? about : about + " " + from);
  }
  std::vector<std::string> lines;
  for (const Group& group : figures) {
    lines.push_back(fmt::format("{}. Matters from: {}", group.shared, fmt::join(group.first, "; ")));
  }
  return lines;
}

std::vector<std::string> reliance_lines(const plan::SessionPlan& plan) {
  std::vector<Group> figures;
  for (const plan::Reliance& r : plan.rests_on) {
    const std::string rests = r.turns_choice ? "choice" : "number of hosts";
    Group& group = group_of(figures, fmt::format("The {} rests on a figure that nobody has published: {} behind {}",
                                                 rests, r.figure, r.boundary));
    add_once(group.first, r.session_class + ", " + r.consequence);
  }
  std::vector<std::string> lines;
  for (const Group& group : figures) {
    lines.push_back(fmt::format("{}, counted as none here. For {}.", group.shared, fmt::join(group.first, "; for ")));
  }
  return lines;
}

std::vector<std::string> turning_points(const plan::SessionPlan& plan) {
  std::vector<std::string> lines;
  std::set<std::string> told;  // a class stands once for each host type
  for (const plan::Tier& t : plan.tiers) {
    if (t.runner_up.empty() || !t.runner_up_extra || !told.insert(t.session_class).second) continue;
    std::string line =
        fmt::format("{}: next is {} for {} USD/h", t.session_class, t.runner_up, extra_usd_text(*t.runner_up_extra));
    if (t.tie_with_runner_up) line += ", which is nearer than the figures are known: a tie";
    for (const std::string& turn : t.break_even) line += "; " + turn;
    lines.push_back(line + ".");
  }
  return lines;
}

}  // namespace planner::report
