#include "report/document/footnotes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace planner::report {

Footnotes::Mark Footnotes::mark(const std::string& cited) {
  const std::string ids = cited.substr(0, cited.find(" ("));
  Mark mark;
  for (std::size_t at = 0; at <= ids.size();) {
    const std::size_t comma = std::min(ids.find(", ", at), ids.size());
    const std::string id = ids.substr(at, comma - at);
    if (!sources_.contains(id)) return {{}, "(" + cited + ")"};
    mark.numbers.push_back(number_of(id));
    at = comma + 2;
  }
  if (ids.size() < cited.size()) mark.rest = cited.substr(ids.size() + 1);
  return mark;
}

std::vector<const Source*> Footnotes::in_order() const {
  std::vector<const Source*> met;
  for (const std::string& id : order_) met.push_back(&sources_.find(id)->second);
  return met;
}

std::size_t Footnotes::number_of(const std::string& id) {
  auto it = std::ranges::find(order_, id);
  if (it == order_.end()) it = order_.insert(order_.end(), id);
  return static_cast<std::size_t>(it - order_.begin()) + 1;
}

std::string source_text(const Source& s) {
  const std::string year = s.year > 0 ? fmt::format(" ({})", s.year) : "";
  const std::string section = s.section.empty() ? "" : ", " + s.section;
  return fmt::format("{}: {}{}{}", s.id, s.title, year, section);
}

}  // namespace planner::report
