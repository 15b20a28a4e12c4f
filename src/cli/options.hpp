#pragma once
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace planner::cli {

/// Declares the options of one verb. A narrow face of the parser: only parser.cpp and completion.cpp pay for compiling
/// it. Options fill the variable they are given; it must outlive the parse. Numbers must be finite.
class Options {
 public:
  explicit Options(CLI::App& app) : app_(&app) {}

  /// A positional argument: `options.positional("FILE", file_, "scenario file, - for standard input")`. `kind` says
  /// what it may be, as for options; of several, one kind after the other, the last for the rest.
  void positional(const std::string& name, std::string& target, const std::string& help, const std::string& kind = "");
  void positionals(const std::string& name, std::vector<std::string>& target, const std::string& help,
                   const std::string& kind = "");

  void flag(const std::string& name, bool& target, const std::string& help);
  /// `--name KIND`. Say the unit and the default in the help text. The kind is what help shows and shells complete by:
  /// words between bars (`bash|zsh`) or a name of src/cli/completion.cpp (`FILE`, `GPU`, `PATH=VALUE`).
  void option(const std::string& name, std::string& target, const std::string& help, const std::string& kind = "TEXT");
  void option(const std::string& name, std::optional<std::string>& target, const std::string& help,
              const std::string& kind = "TEXT");
  void option(const std::string& name, double& target, const std::string& help);
  void option(const std::string& name, std::optional<double>& target, const std::string& help);
  /// May be given several times.
  void option(const std::string& name, std::vector<std::string>& target, const std::string& help,
              const std::string& kind = "TEXT");

  /// The options declared from here on stand under this heading in `--help`.
  void group(const std::string& heading) { group_ = heading; }

  /// Lines shown under the options in `--help`.
  void examples(const std::string& text);

 private:
  CLI::App* app_;
  std::string group_ = "Options";
};

}  // namespace planner::cli
