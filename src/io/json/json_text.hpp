#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace planner::io {

using Json = nlohmann::json;

/// Objects and arrays may lie this deep in each other.
inline constexpr std::size_t deepest_json = 64;

/// The value that a JSON text holds. Throws InputError with line and column where the text is no JSON (`input.syntax`),
/// where a name stands twice in one object (`input.duplicate_name`) and where it is nested too deeply
/// (`input.too_deep`). `name` is how messages call the text: the file's name.
Json parse_json(std::string_view text, const std::string& name);

/// One step of a JSON pointer, with `~` and `/` escaped (RFC 6901).
std::string pointer_step(std::string_view key);

}  // namespace planner::io
