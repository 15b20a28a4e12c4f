#include "golden/json_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace golden {
namespace {

using Lines = std::vector<std::string>;

std::string shown(const Json& value) {
  const std::string text = value.dump();
  return text.size() <= 100 ? text : text.substr(0, 100) + "...";
}

/// What an element of a list is called: its class, boundary, name or field, else its index.
std::string element_name(const Json& element, std::size_t index) {
  std::string name;
  for (const char* field : {"class", "trust", "boundary", "name", "option", "constraint", "field"}) {
    if (!element.is_object() || !element.contains(field) || !element[field].is_string()) continue;
    name += (name.empty() ? "" : "/") + element[field].get<std::string>();
  }
  return name.empty() ? std::to_string(index) : name;
}

void compare(const Json& before, const Json& after, const std::string& path, Lines& lines);

void compare_objects(const Json& before, const Json& after, const std::string& path, Lines& lines) {
  for (const auto& [key, value] : before.items()) {
    const std::string at = path.empty() ? key : path + "." + key;
    if (after.contains(key)) {
      compare(value, after[key], at, lines);
    } else {
      lines.push_back(at + ": gone, was " + shown(value));
    }
  }
  for (const auto& [key, value] : after.items()) {
    if (!before.contains(key)) lines.push_back((path.empty() ? key : path + "." + key) + ": new, " + shown(value));
  }
}

void compare_lists(const Json& before, const Json& after, const std::string& path, Lines& lines) {
  for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
    const std::string at = path + "." + element_name(i < before.size() ? before[i] : after[i], i);
    if (i >= after.size()) {
      lines.push_back(at + ": gone, was " + shown(before[i]));
    } else if (i >= before.size()) {
      lines.push_back(at + ": new, " + shown(after[i]));
    } else {
      compare(before[i], after[i], at, lines);
    }
  }
}

void compare_numbers(double before, double after, const std::string& path, Lines& lines) {
  if (std::abs(after - before) <= tolerance * std::max(std::abs(before), std::abs(after))) return;
  const std::string change = before != 0 ? fmt::format(" ({:+.2g} %)", 100 * (after / before - 1)) : "";
  lines.push_back(fmt::format("{}: {} -> {}{}", path, before, after, change));
}

void compare(const Json& before, const Json& after, const std::string& path, Lines& lines) {
  if (before.is_object() && after.is_object()) return compare_objects(before, after, path, lines);
  if (before.is_array() && after.is_array()) return compare_lists(before, after, path, lines);
  if (before.is_number() && after.is_number()) {
    return compare_numbers(before.get<double>(), after.get<double>(), path, lines);
  }
  if (before != after) lines.push_back(path + ": " + shown(before) + " -> " + shown(after));
}

}  // namespace

std::vector<std::string> differences(const Json& before, const Json& after) {
  Lines lines;
  compare(before, after, "", lines);
  return lines;
}

}  // namespace golden
