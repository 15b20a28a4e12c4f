#pragma once
#include <cstddef>
#include <string>

namespace planner::io {

/// Larger inputs are refused before they are read: a scenario or catalog of this size is a mistake.
inline constexpr std::size_t largest_text = 64U << 20U;

/// The text of a file; `-` is standard input. Reads at most `limit` bytes.
/// Throws FileError where it cannot be read and InputError `input.too_large` where it is longer than `limit`.
std::string read_text(const std::string& path, std::size_t limit = largest_text);
/// Writes a file. Throws FileError where it cannot.
void write_text(const std::string& path, const std::string& text);

}  // namespace planner::io
