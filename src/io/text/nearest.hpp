#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace planner::io {

/// How many letters must be typed, dropped, changed or swapped with a neighbour to turn one word into the other
/// (optimal string alignment distance); upper and lower case count as the same.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known names that a misspelt `word` may have meant, nearest first, at most `most`.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& known, std::size_t most = 3);

/// `Did you mean "firecracker"? Known: container-runc, gvisor, ...` (the second part is cut where it gets long).
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace planner::io
