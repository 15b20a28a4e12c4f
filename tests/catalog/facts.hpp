#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace planner::test {

using nlohmann::ordered_json;

/// Whether a JSON object is a number of the catalog.
inline bool is_fact(const ordered_json& node) {
  return node.is_object() && node.contains("unit") && (node.contains("value") || node.contains("typical"));
}

/// Calls `use` with the path of every object in `node` that `wanted` picks, and the object.
inline void for_each_object(const ordered_json& node, const std::string& path,
                            const std::function<void(const std::string&, const ordered_json&)>& use) {
  if (node.is_object()) use(path, node);
  if (!node.is_structured()) return;
  for (const auto& [key, child] : node.items()) for_each_object(child, path + "/" + key, use);
}

inline void for_each_fact(const ordered_json& node, const std::string& path,
                          const std::function<void(const std::string&, const ordered_json&)>& use) {
  for_each_object(node, path, [&](const std::string& where, const ordered_json& object) {
    if (is_fact(object)) use(where, object);
  });
}

}  // namespace planner::test
