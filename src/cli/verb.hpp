#pragma once
#include <string>
#include <utility>
#include <vector>

#include "cli/options.hpp"

namespace planner::cli {

enum class Exit { answered = 0, bad_input = 2, infeasible = 3, file = 4, bug = 70 };

enum class Format { table, csv, markdown, memo, json };

/// What every verb is told besides its own options.
struct Shared {
  Format format = Format::table;
  std::string catalog;  ///< folder with catalog files that overlay the built-in ones; empty: none
};

/// What a verb hands back; `main` prints it.
struct Answer {
  std::string text;
  Exit exit = Exit::answered;
};

/// One question on the command line. A verb keeps its options as members, so that `answer` finds them filled in.
/// It throws `InputError` (exit 2) or `FileError` (exit 4); "does not fit" is an answer with `Exit::infeasible`.
class Verb {
 public:
  Verb(std::string name, std::string question) : name_(std::move(name)), question_(std::move(question)) {}
  virtual ~Verb() = default;
  Verb(const Verb&) = delete;
  Verb& operator=(const Verb&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& question() const { return question_; }

  virtual void declare(Options& options) = 0;
  [[nodiscard]] virtual Answer answer(const Shared& shared) const = 0;
  /// Formats that `--format` takes; JSON is always one more, as `--json`.
  [[nodiscard]] virtual std::vector<Format> formats() const { return {Format::table, Format::csv, Format::markdown}; }

 private:
  std::string name_, question_;
};

}  // namespace planner::cli
