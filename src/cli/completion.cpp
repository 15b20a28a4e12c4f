#include "cli/completion.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "cli/completion_ids.hpp"

namespace planner::cli {
namespace {

using Words = std::vector<std::string>;

Words parts_of(const std::string& text, char separator) { return CLI::detail::split(text, separator); }

bool is_option(const std::string& word) { return word.starts_with('-'); }

/// The option that a word names, where that option wants a value.
const CLI::Option* valued_option(const CLI::App& verb, const std::string& word) {
  if (!is_option(word)) return nullptr;
  const CLI::Option* option = verb.get_option_no_throw(word);
  return option != nullptr && option->get_items_expected_max() > 0 ? option : nullptr;
}

/// What the words before the last one say: the arguments, and the value of each option.
struct Line {
  Words arguments;
  std::map<std::string, std::string> values;
};

Line line_of(const CLI::App& verb, const Words& words) {
  Line line;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (const CLI::Option* option = valued_option(verb, words[i])) {
      if (++i + 1 < words.size()) line.values[option->get_single_name()] = words[i];
    } else if (!is_option(words[i])) {
      line.arguments.push_back(words[i]);
    }
  }
  return line;
}

/// The kind of the argument that comes next; the kinds of a list follow each other.
std::string kind_of_argument(const CLI::App& verb, std::size_t number) {
  for (const CLI::Option* option : verb.get_options([](const CLI::Option* o) { return o->get_positional(); })) {
    const std::string kind = option->get_type_name();
    const Words kinds = parts_of(kind.empty() ? option->get_name(true) : kind, ' ');
    const bool list = option->get_items_expected_max() > 1;
    if (number < kinds.size() || list) return kinds[std::min(number, kinds.size() - 1)];
    number -= kinds.size();
  }
  return "";
}

Words of_kind(const std::string& kind, const Line& line) {
  if (kind == "FILE") return {":files"};
  if (kind == "DIR") return {":folders"};
  if (kind.find('|') != std::string::npos) return parts_of(kind, '|');
  const auto overlay = line.values.find("catalog");
  const Asked asked{line.arguments.empty() ? "" : line.arguments.front(),
                    overlay == line.values.end() ? "" : overlay->second};
  return known_words(kind, asked);
}

Words option_words(const CLI::App& app) {
  Words words;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_snames()) words.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  }
  return words;
}

std::vector<const CLI::App*> verbs(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

Words verb_words(const CLI::App& app) {
  Words words;
  for (const CLI::App* verb : verbs(app)) words.push_back(verb->get_name());
  return words;
}

/// Everything that can stand last.
Words candidates(const CLI::App& app, const Words& words) {
  const std::string& last = words.back();
  if (words.size() == 1) return is_option(last) ? option_words(app) : verb_words(app);
  const std::vector<const CLI::App*> known = verbs(app);
  const auto at = std::ranges::find(known, words.front(), [](const CLI::App* verb) { return verb->get_name(); });
  if (at == known.end()) return {};
  const CLI::App* verb = *at;
  const Line line = line_of(*verb, words);
  if (const CLI::Option* option = words.size() > 2 ? valued_option(*verb, words[words.size() - 2]) : nullptr)
    return of_kind(option->get_type_name(), line);
  if (is_option(last)) return option_words(*verb);
  return of_kind(kind_of_argument(*verb, line.arguments.size()), line);
}

}  // namespace

std::string completions(const CLI::App& app, const Words& words) {
  std::string text;
  if (words.empty()) return text;
  for (const std::string& candidate : candidates(app, words)) {
    if (candidate.starts_with(words.back()) || candidate.front() == ':') text += candidate + "\n";
  }
  return text;
}

}  // namespace planner::cli
