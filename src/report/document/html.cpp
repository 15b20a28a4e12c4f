#include "report/document/html.hpp"

namespace planner::report {
namespace {

std::string_view escape(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return "";
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const std::string_view entity = escape(c);
    entity.empty() ? out.push_back(c) : void(out += entity);
  }
  return out;
}

std::string in_markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace planner::report
