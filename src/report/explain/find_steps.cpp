#include <algorithm>
#include <set>

#include "io/text/nearest.hpp"
#include "planner/base/error.hpp"
#include "planner/report/explain.hpp"
#include "report/explain/steps.hpp"

namespace planner::report {
namespace {

bool is_under(std::string_view id, std::string_view prefix) {
  return id.starts_with(prefix) && (id.size() == prefix.size() || id[prefix.size()] == '.');
}

/// Ids under the prefix that no other step under it is made of.
std::vector<std::string> roots_under(const Trace& trace, std::string_view prefix) {
  std::set<std::string, std::less<>> used;
  for (const Step& step : trace.steps()) {
    if (!is_under(step.id, prefix)) continue;
    for (const std::string_view name : names_in(step.formula)) used.emplace(name);
  }
  std::vector<std::string> roots;
  for (const Step& step : trace.steps()) {
    if (is_under(step.id, prefix) && !used.contains(step.id)) roots.push_back(step.id);
  }
  return roots;
}

/// `/tiers/0/hosts`, `#/tiers/0/hosts` and `tiers[0].hosts` as `tiers.0.hosts`.
std::string dotted(std::string_view path) {
  const bool pointer = path.starts_with('/') || path.starts_with("#/");
  if (pointer) path.remove_prefix(path.front() == '#' ? 2 : 1);
  std::string text;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    const bool escaped = pointer && c == '~' && i + 1 < path.size();  // RFC 6901: ~1 is a slash, ~0 a tilde
    if (escaped) {
      text += path[++i] == '1' ? '/' : '~';
    } else if (c != ']') {
      text += c == '[' || (pointer && c == '/') ? '.' : c;
    }
  }
  return text;
}

/// `tiers.0.hosts` as `tiers.snippet.hosts`: by the longest place that is known.
std::string with_names(const std::string& path, const ElementNames& names) {
  for (std::size_t end = path.size(); end != std::string::npos && end > 0; end = path.rfind('.', end - 1)) {
    const auto place = names.find(path.substr(0, end));
    if (place != names.end()) return place->second + path.substr(end);
  }
  return path;
}

/// JSON names carry their unit, ids do not: `usd_per_h` is `usd`, `charged_memory_mib` is `charged_memory`.
std::vector<std::string> without_unit(const std::string& path) {
  std::vector<std::string> names;
  for (const std::string_view suffix : {"_usd_per_h", "_per_h", "_h", "_gib", "_mib", "_s"})
    if (path.ends_with(suffix)) names.push_back(path.substr(0, path.size() - suffix.size()));
  return names;
}

/// The ids that differ least from `path`, at most three. Ids share long parts, so only the number of letters counts.
std::vector<std::string> nearest_ids(const Trace& trace, const std::string& path) {
  constexpr std::size_t most = 3, longest = 200;
  if (path.size() > longest) return {};
  std::vector<std::pair<std::size_t, std::string>> ids;
  for (const Step& step : trace.steps()) {
    const std::size_t distance = io::edit_distance(path, step.id);
    if (distance <= 1 + path.size() / 4) ids.emplace_back(distance, step.id);
  }
  std::ranges::sort(ids);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(most, ids.size()); ++i) names.push_back(ids[i].second);
  return names;
}

}  // namespace

std::vector<std::string> find_steps(const Trace& trace, std::string_view path, const ElementNames& names) {
  const Steps steps(trace);
  const std::string named = with_names(dotted(path), names);
  std::vector<std::string> ids = without_unit(named);
  ids.insert(ids.begin(), {std::string(path), named});
  for (const std::string& id : ids) {
    if (steps.find(id) != nullptr) return {id};
    if (auto roots = roots_under(trace, id); !roots.empty()) return roots;
  }
  std::string hint;
  for (const std::string& id : nearest_ids(trace, named)) hint += (hint.empty() ? "Did you mean " : " or ") + id;
  hint += hint.empty() ? "" : "? ";
  throw InputError({{"explain", "input.unknown_name", '"' + std::string(path) + '"',
                     "no number of this plan has that id.", hint + "Without an id, all are listed."}});
}

}  // namespace planner::report
