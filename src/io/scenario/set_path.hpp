#pragma once
#include <optional>
#include <string>
#include <vector>

#include "io/json/json_text.hpp"
#include "planner/base/error.hpp"

namespace planner::io {

/// Changes a scenario before it is read: `sessions.policy.zones=2`, `sessions.classes.snippet.memory=512 MiB`,
/// `sessions.classes[0].vcpu=0.1`. Steps of a path are field names, indices, or what an element of a list is called, if
/// only one is: its `name`, `id`, `model` or `team`, the first of these that it has. The first step may be left out
/// where there is one question: `hosts`. The value is JSON where it reads as JSON, else a text; one text for a list is
/// a list of that one. A field that is not there is added (the reader knows which fields exist); a list element must be
/// there. Returns the faults, with the nearest known steps.
std::vector<Issue> apply_changes(Json& scenario, const std::vector<std::string>& changes);

/// The path from the top, of one that may leave out the section where the scenario has one that begins so.
std::string from_the_top(const Json& scenario, const std::string& path);

/// A path that leads into one element of a list.
struct ElementPath {
  std::size_t element = 0;
  std::string rest{};  ///< from the element on: `memory`
};

/// Where `path` leads into an element of `list`, which stands at `list_path`, as changes have both:
/// `sessions.classes.snippet.memory` into element 0 of `sessions.classes`.
std::optional<ElementPath> element_path(const Json& list, const std::string& list_path, std::string_view path);

/// The path, as changes have it, of the node under a JSON pointer: `sessions.classes.snippet`.
std::string path_of(const Json& scenario, std::string_view pointer);

}  // namespace planner::io
