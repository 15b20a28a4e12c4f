#include "io/scenario/set_path.hpp"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <optional>

#include "io/text/nearest.hpp"

namespace planner::io {
namespace {

/// The text of the first of these fields that a list element has; a text itself.
std::string called_by(const Json& element, std::initializer_list<const char*> fields) {
  for (const char* field : fields) {
    if (element.is_object() && element.contains(field) && element[field].is_string()) return element[field];
  }
  return element.is_string() ? element.get<std::string>() : "";
}

/// What a list element is called in a path: a class or host by its name, a service by its model, demand by its team.
std::string element_name(const Json& element) { return called_by(element, {"name", "id", "model", "team"}); }

std::vector<std::string> steps_of(const Json& node) {
  std::vector<std::string> steps;
  if (node.is_object()) {
    for (const auto& item : node.items()) steps.push_back(item.key());
  } else if (node.is_array()) {
    for (std::size_t i = 0; i < node.size(); ++i) {
      const std::string name = element_name(node[i]);
      steps.push_back(name.empty() ? std::to_string(i) : name);
    }
  }
  return steps;
}

bool starts_with_step(std::string_view path, std::string_view step) {
  return path.starts_with(step) && (path.size() == step.size() || path[step.size()] == '.' || path[step.size()] == '[');
}

/// The next step of a path. Names may hold dots (`aws/m7i.metal-48xl`), so the longest known one is tried first.
std::string_view next_step(std::string_view path, const std::vector<std::string>& known) {
  std::size_t length = 0;
  for (const std::string& step : known) {
    if (starts_with_step(path, step)) length = std::max(length, step.size());
  }
  return path.substr(0, length > 0 ? length : path.find_first_of(".["));
}

auto called(std::string_view step) {
  return [step](const Json& element) { return element_name(element) == step; };
}

/// The element of that name if there is just one, else the one of that number.
std::optional<std::size_t> index_of(const Json& list, std::string_view step) {
  const auto named = std::ranges::find_if(list, called(step));
  if (std::ranges::count_if(list, called(step)) == 1) return static_cast<std::size_t>(named - list.begin());
  std::size_t index = 0;
  const char* end = step.data() + step.size();
  const auto [stop, fault] = std::from_chars(step.data(), end, index);
  const bool valid = fault == std::errc{} && stop == end && index < list.size();
  return valid ? std::optional(index) : std::nullopt;
}

/// `classes[0]` as `classes.0`.
std::string with_dots(std::string_view path) {
  std::string text;
  for (const char c : path) {
    if (c == '[') text += '.';
    if (c != '[' && c != ']') text += c;
  }
  return text;
}

bool is_utf8(const std::string& text) {
  const std::string quoted = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  return quoted.find("\uFFFD") == std::string::npos || text.find("\uFFFD") != std::string::npos;
}

Json value_of(const std::string& text) {
  Json value = Json::parse(text, nullptr, false);
  return value.is_discarded() ? Json(text) : value;
}

Issue not_one_of(const Json& list, const std::string& where, const std::string& step,
                 const std::vector<std::string>& known) {
  const auto alike = std::ranges::count_if(list, called(step));
  if (alike == 0)
    return {where, "input.unknown_name", '"' + step + '"', "not in that list.", did_you_mean(step, known)};
  std::string numbers;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (called(step)(list[i])) numbers += (numbers.empty() ? "" : " or ") + std::to_string(i);
  return {where, "input.ambiguous_name", '"' + step + '"', "several of that list are called so.",
          "Say which by its number: " + numbers + "."};
}

}  // namespace

std::string from_the_top(const Json& scenario, const std::string& path) {
  std::vector<std::string> sections;
  for (const char* section : {"sessions", "models"})
    if (scenario.is_object() && scenario.contains(section)) sections.emplace_back(section);
  const std::string first(next_step(path, steps_of(scenario)));
  const bool inside = sections.size() == 1 && !scenario.contains(first) && scenario[sections.front()].contains(first);
  return inside ? sections.front() + "." + path : path;
}

namespace {

/// The value for what stood there: one text for a list is a list of that one.
Json value_for(const Json& before, const std::string& text) {
  Json value = value_of(text);
  return before.is_array() && value.is_string() ? Json::array({value}) : value;
}

std::optional<Issue> apply_change(Json& scenario, const std::string& change) {
  const std::string where = "--set " + change;
  const auto equals = change.find('=');
  if (equals == 0 || equals == std::string::npos) {
    return Issue{where, "input.set", "", "a change is path=value.", "Write it like sessions.policy.zones=2."};
  }
  if (!is_utf8(change)) return Issue{"--set", "input.set", "", "the text is not UTF-8.", ""};
  const std::string path = from_the_top(scenario, with_dots(change.substr(0, equals)));
  Json* node = &scenario;
  Json* parent = nullptr;
  std::string last;
  for (std::string_view rest = path; !rest.empty();) {
    const std::vector<std::string> known = steps_of(*node);
    const std::string step(next_step(rest, known));
    rest.remove_prefix(std::min(step.size() + 1, rest.size()));
    if (node->is_array()) {
      if (step == "+" && rest.empty()) node->push_back(nullptr);
      const auto index = step == "+" && rest.empty() ? std::optional(node->size() - 1) : index_of(*node, step);
      if (!index) return not_one_of(*node, where, step, known);
      parent = nullptr;
      node = &(*node)[*index];
      if (node->is_string() && !rest.empty()) *node = Json{{"id", *node}};  // a host given by its id alone
    } else if (node->is_object() || node->is_null()) {
      parent = node;
      last = step;
      node = &(*node)[step];
    } else {
      return Issue{where, "input.set", '"' + step + '"', "the path goes on below " + node->dump() + ".", ""};
    }
  }
  *node = value_for(*node, change.substr(equals + 1));
  if (node->is_null() && parent != nullptr) parent->erase(last);  // `=null` takes a field out
  return std::nullopt;
}

}  // namespace

std::optional<ElementPath> element_path(const Json& list, const std::string& list_path, std::string_view path) {
  const std::string dotted = with_dots(path);
  if (!list.is_array() || !dotted.starts_with(list_path + ".")) return std::nullopt;
  const std::string_view inside = std::string_view(dotted).substr(list_path.size() + 1);
  const std::string step(next_step(inside, steps_of(list)));
  const auto index = index_of(list, step);
  if (!index || inside.size() <= step.size() + 1) return std::nullopt;
  return ElementPath{*index, std::string(inside.substr(step.size() + 1))};
}

std::string path_of(const Json& scenario, std::string_view pointer) {
  std::string path;
  const Json* node = &scenario;  // null below what the scenario has
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    std::string step(pointer.substr(0, pointer.find('/')));
    pointer.remove_prefix(step.size());
    const Json::json_pointer here("/" + step);
    const bool element = node != nullptr && node->is_array();
    node = node != nullptr && node->contains(here) ? &node->at(here) : nullptr;
    const std::string name = element && node != nullptr ? called_by(*node, {"name", "id"}) : "";
    path += (path.empty() ? "" : ".") + (name.empty() ? here.back() : name);
  }
  return path;
}

std::vector<Issue> apply_changes(Json& scenario, const std::vector<std::string>& changes) {
  std::vector<Issue> issues;
  for (const std::string& change : changes) {
    if (auto issue = apply_change(scenario, change)) issues.push_back(std::move(*issue));
  }
  return issues;
}

}  // namespace planner::io
