#include "cli/parser.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "cli/completion.hpp"
#include "io/text/nearest.hpp"
#include "planner/base/error.hpp"
#include "planner/version.hpp"

namespace planner::cli {
namespace {

constexpr const char* about = "planner: capacity planning for sandboxed sessions and model serving.";

constexpr const char* examples =
    "Examples:\n"
    "  planner sessions --count 50000 --memory 512MiB --vcpu 0.25 \\\n"
    "    --host aws/m7i.metal-48xl\n"
    "  planner sessions examples/untrusted-50k.json --format memo\n"
    "  planner explain examples/untrusted-50k.json tiers.snippet.hosts\n"
    "\n"
    "`planner VERB --help` shows the options of a verb; FILE may be - for standard input.\n"
    "Exit codes: 0 answered, 2 bad input, 3 infeasible (the plan is still printed), 4 file, 70 a bug in planner.\n";

const std::vector<std::pair<std::string, Format>> format_names{{"table", Format::table},
                                                               {"csv", Format::csv},
                                                               {"markdown", Format::markdown},
                                                               {"memo", Format::memo},
                                                               {"json", Format::json}};

double finite_number(const std::string& option, const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (fault != std::errc{} || stop != end || !std::isfinite(value)) {
    throw InputError({{option, "input.not_a_number", '"' + text + '"', "expected a finite number.", ""}});
  }
  return value;
}

void add_format(CLI::App& app, const Verb& verb, Shared& shared) {
  std::map<std::string, Format> offered;
  std::string names, kind;
  const std::vector<Format> formats = verb.formats();
  for (const auto& [name, format] : format_names) {
    if (format != Format::json && std::ranges::find(formats, format) == formats.end()) continue;
    offered.emplace(name, format);
    names += (names.empty() ? "" : ", ") + name;
    kind += (kind.empty() ? "" : "|") + name;
  }
  const auto choose = [offered, names, &shared](const std::string& name) {
    const auto it = offered.find(name);
    if (it == offered.end()) {
      throw InputError({{"--format", "input.unknown_name", '"' + name + '"', "not a format of this verb.",
                         "Known: " + names + "."}});
    }
    shared.format = it->second;
  };
  app.add_option_function<std::string>("--format", choose, "how the answer is written")->type_name(kind);
}

/// Options that every verb has.
void add_shared(CLI::App& app, const Verb& verb, Shared& shared) {
  add_format(app, verb, shared);
  app.add_flag_callback(
      "--json", [&shared] { shared.format = Format::json; }, "the whole plan, same as --format json");
  app.add_option("--catalog", shared.catalog, "folder with catalog files that overlay the built-in ones, by id")
      ->type_name("DIR");
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> verb_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(verb->get_name());
  return names;
}

/// A fault of the command line in our own words.
Issue issue_of(const CLI::App& app, const CLI::ParseError& fault) {
  const auto asked = app.get_subcommands();
  const CLI::App& spoken_to = asked.empty() ? app : *asked.front();
  const std::string where = asked.empty() ? "planner" : "planner " + spoken_to.get_name();
  const std::vector<std::string> extra = app.remaining(true);
  if (extra.empty())
    return {where, "input.command_line", "", std::string(fault.what()) + ".", "See " + where + " --help."};
  const std::string& word = extra.front();
  const bool option = word.starts_with('-');
  if (!option && !asked.empty()) {
    return {where, "input.command_line", '"' + word + '"', "one argument too many.", "See " + where + " --help."};
  }
  return {where, "input.unknown_name", '"' + word + '"', option ? "not an option here." : "not a verb.",
          io::did_you_mean(word, option ? option_names(spoken_to) : verb_names(app))};
}

/// CLI11 does not wrap: an option's description goes on under itself, any other line under its indent.
std::string fit_to_terminal(const std::string& help) {
  constexpr std::size_t width = 80, description = 30;
  std::string fitted;
  for (std::size_t at = 0; at < help.size();) {
    const std::size_t end = std::min(help.find('\n', at), help.size());
    std::string line = help.substr(at, end - at);
    at = end + 1;
    const bool described = line.size() > description && line.compare(description - 2, 2, "  ") == 0;
    const bool prose = !line.starts_with("  ");
    while (line.size() > width && (described || prose)) {
      const std::size_t gap = line.rfind(' ', width);
      if (gap == std::string::npos || (described && gap < description)) break;
      fitted += line.substr(0, gap) + "\n";
      line = std::string(described ? description : 0, ' ') + line.substr(gap + 1);
    }
    fitted += line + "\n";
  }
  return fitted;
}

}  // namespace

void Options::positional(const std::string& name, std::string& target, const std::string& help,
                         const std::string& kind) {
  app_->add_option(name, target, help)->type_name(kind);
}

void Options::positionals(const std::string& name, std::vector<std::string>& target, const std::string& help,
                          const std::string& kind) {
  app_->add_option(name, target, help)->type_name(kind);
}

void Options::flag(const std::string& name, bool& target, const std::string& help) {
  app_->add_flag(name, target, help)->group(group_);
}

void Options::option(const std::string& name, std::string& target, const std::string& help, const std::string& kind) {
  app_->add_option(name, target, help)->type_name(kind)->group(group_);
}

void Options::option(const std::string& name, std::optional<std::string>& target, const std::string& help,
                     const std::string& kind) {
  app_->add_option(name, target, help)->type_name(kind)->group(group_);
}

void Options::option(const std::string& name, double& target, const std::string& help) {
  const auto read = [name, &target](const std::string& text) { target = finite_number(name, text); };
  app_->add_option_function<std::string>(name, read, help)->type_name("NUMBER")->group(group_);
}

void Options::option(const std::string& name, std::optional<double>& target, const std::string& help) {
  const auto read = [name, &target](const std::string& text) { target = finite_number(name, text); };
  app_->add_option_function<std::string>(name, read, help)->type_name("NUMBER")->group(group_);
}

void Options::option(const std::string& name, std::vector<std::string>& target, const std::string& help,
                     const std::string& kind) {
  app_->add_option(name, target, help)->type_name(kind)->allow_extra_args(false)->group(group_);
}

void Options::examples(const std::string& text) { app_->footer("Examples:\n" + text); }

Call parse(const std::vector<std::unique_ptr<Verb>>& verbs, int argc, const char* const* argv) {
  CLI::App app{about, "planner"};
  app.set_version_flag("--version", "planner " + std::string(version()), "show the version");
  app.footer(examples);
  app.require_subcommand(0, 1);
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.get_formatter()->label("Positionals", "Arguments");
  Call call;
  for (const auto& verb : verbs) {
    CLI::App* sub = app.add_subcommand(verb->name(), verb->question());
    sub->group("Verbs");
    sub->final_callback([&call, verb = verb.get()] { call.verb = verb; });
    Options options(*sub);
    verb->declare(options);
    add_shared(*sub, *verb, call.shared);
  }
  if (argc > 1 && argv[1] == std::string_view("complete")) {
    call.text = completions(app, {argv + 2, argv + argc});
    return call;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    call.text = fit_to_terminal(app.help());
    return call;
  } catch (const CLI::CallForVersion& asked) {
    call.text = std::string(asked.what()) + "\n";
    return call;
  } catch (const CLI::ParseError& fault) {
    throw InputError({issue_of(app, fault)});
  }
  if (call.verb == nullptr) call.text = fit_to_terminal(app.help());
  return call;
}

}  // namespace planner::cli
