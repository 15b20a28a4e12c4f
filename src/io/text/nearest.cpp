#include "io/text/nearest.hpp"

#include <algorithm>
#include <cctype>

namespace planner::io {
namespace {

constexpr std::size_t longest_word = 80;  // a longer text is no misspelt name
constexpr std::size_t longest_listing = 240;

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// Distance, or 0 where one name contains the other ("kata" means kata-qemu as well as kata-fc).
std::size_t farness(const std::string& word, const std::string& name) {
  const bool contained = word.size() >= 2 && (name.find(word) != name.npos || word.find(name) != word.npos);
  return contained ? 0 : edit_distance(word, name);
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (text.size() + name.size() > longest_listing) return text + ", ...";
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

}  // namespace

std::size_t edit_distance(std::string_view first, std::string_view second) {
  const std::string a = lower(first), b = lower(second);
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& known, std::size_t most) {
  if (word.empty() || word.size() > longest_word) return {};
  const std::string wanted = lower(word);
  const std::size_t limit = 1 + wanted.size() / 3;
  std::vector<std::pair<std::size_t, std::string>> close;
  for (const std::string& name : known)
    if (const std::size_t d = farness(wanted, lower(name)); d <= limit) close.emplace_back(d, name);
  std::ranges::sort(close);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(most, close.size()); ++i) names.push_back(close[i].second);
  return names;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  std::string text;
  for (const std::string& name : nearest(word, known)) text += (text.empty() ? "Did you mean \"" : "\" or \"") + name;
  if (!text.empty()) text += "\"? ";
  return known.empty() ? text : text + "Known: " + listed(known) + ".";
}

}  // namespace planner::io
