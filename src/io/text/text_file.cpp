#include "io/text/text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "planner/base/error.hpp"

namespace planner::io {
namespace {

std::string read_stream(std::istream& in, const std::string& name, std::size_t limit) {
  std::string text;
  char block[1 << 16];
  while (in.read(block, sizeof block), in.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(in.gcount()));
    if (text.size() > limit)
      throw InputError({{name, "input.too_large", fmt::format("more than {} MiB", limit >> 20U),
                         fmt::format("a file may have at most {} MiB.", limit >> 20U),
                         "Give a smaller one; of a scenario, count like sessions as one class."}});
  }
  if (in.bad()) throw FileError(name + ": reading stopped half way: " + std::strerror(errno));
  return text;
}

}  // namespace

std::string read_text(const std::string& path, std::size_t limit) {
  if (path == "-") return read_stream(std::cin, "standard input", limit);
  if (std::filesystem::is_directory(path)) throw FileError(path + ": is a directory, not a file.");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError(path + ": cannot be opened: " + std::strerror(errno) + ".");
  return read_stream(in, path, limit);
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text << std::flush;
  if (!out) throw FileError(path + ": cannot be written: " + std::strerror(errno) + ".");
}

}  // namespace planner::io
