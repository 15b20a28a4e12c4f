#include "io/config/relaxed_json.hpp"

namespace planner::io {
namespace {

/// Where the string that opens at `open` ends.
std::size_t end_of_string(std::string_view text, std::size_t open) {
  for (std::size_t i = open + 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  return text.size();
}

/// Length of the comment at the start of `text`; 0: none.
std::size_t comment(std::string_view text) {
  if (text.starts_with("//")) return std::min(text.find('\n'), text.size());
  if (!text.starts_with("/*")) return 0;
  const std::size_t end = text.find("*/", 2);
  return end == text.npos ? text.size() : end + 2;
}

/// Length of a number that JSON does not know, at the start of `text`; 0: none.
std::size_t foreign_number(std::string_view text) {
  for (const std::string_view word : {"-Infinity", "Infinity", "NaN"}) {
    if (text.starts_with(word)) return word.size();
  }
  return 0;
}

std::string plain_json(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < text.size(); i = next) {
    const std::string_view rest = text.substr(i);
    if (const std::size_t length = comment(rest); length > 0) {
      next = i + length;
    } else if (const std::size_t word = foreign_number(rest); word > 0) {
      next = i + word;
      plain += "null";
    } else {
      next = text[i] == '"' ? end_of_string(text, i) : i + 1;
      plain += text.substr(i, next - i);
    }
  }
  return plain;
}

}  // namespace

Json parse_relaxed(std::string_view text, const std::string& name) { return parse_json(plain_json(text), name); }

}  // namespace planner::io
