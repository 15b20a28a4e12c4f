#pragma once
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "io/json/json_reader.hpp"

namespace planner::io {

/// A name that can be part of the id of a trace step.
inline bool is_plain_name(const std::string& name) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; };
  return !name.empty() && name.size() <= 60 && std::ranges::all_of(name, plain);
}

inline void check_name(Reader& at, std::string_view field, const std::string& name) {
  if (is_plain_name(name)) return;
  at.fault(field, "input.name", shown(Json(name)), "a name is made of letters, digits, - and _, at most 60 of them.");
}

/// Names of the entries of one kind, for messages.
template <class Map>
std::vector<std::string> names_of(const Map& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.first);
  return names;
}
inline std::vector<std::string> names_of(const std::vector<std::string>& names) { return names; }

template <class Map>
bool is_among(const Map& entries, const std::string& word) {
  return entries.contains(word);
}
inline bool is_among(const std::vector<std::string>& names, const std::string& word) {
  return std::ranges::find(names, word) != names.end();
}

/// Faults for words of a list that are not among the known ones, or stand there twice.
/// @param known their names, or the catalog's entries by id
template <class Known>
void check_known(Reader& at, std::string_view field, const std::vector<std::string>& words, const Known& known) {
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (!is_among(known, *word)) at.unknown_name(field, *word, names_of(known));
    if (std::find(words.begin(), word, *word) != word)
      at.fault(field, "input.duplicate_name", '"' + *word + '"', "stands twice in the list.");
  }
}

}  // namespace planner::io
