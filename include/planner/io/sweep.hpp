#pragma once
#include <string>
#include <vector>

namespace planner::io {

/// One thing that a sweep varies: a path of the scenario and the values it takes, as `--set` writes them.
struct Axis {
  std::string path{};
  std::vector<std::string> values{};
};

/// Reads `path=first:last:step`, `path=first:last:*factor` or `path=a,b,c`. Numbers may end in k, M or G (thousands,
/// millions, thousand millions) or in a unit, the same one in all three (`1GiB:8GiB:1GiB`). `last` is reached where
/// steps reach it within a millionth of a step. Commas inside brackets and quotes belong to a value.
/// @throws InputError where it is none of these or has more than a million values
Axis read_axis(const std::string& text);

/// Part `part` of `parts` of the points 0 .. points-1, in blocks, from `--shard 2/8`.
struct Shard {
  std::size_t part = 1, parts = 1;
  [[nodiscard]] std::size_t begin(std::size_t points) const { return points * (part - 1) / parts; }
  [[nodiscard]] std::size_t end(std::size_t points) const { return points * part / parts; }
};
/// @throws InputError unless `text` is `i/n` with 1 <= i <= n
Shard read_shard(const std::string& text);

}  // namespace planner::io
