#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// The difference of two plans in lines that a reviewer reads: `tiers.snippet.hosts: 96 -> 98 (+2.1 %)`.
namespace golden {

using Json = nlohmann::ordered_json;

/// Numbers nearer than this (relative) are the same.
inline constexpr double tolerance = 1e-9;

std::vector<std::string> differences(const Json& before, const Json& after);

}  // namespace golden
