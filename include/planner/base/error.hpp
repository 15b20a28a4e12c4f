#pragma once
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace planner {

/// One fault in what the caller gave: where, what was found, the rule it breaks, what to do.
struct Issue {
  std::string where;  ///< file and JSON pointer: `scenario.json#/sessions/classes/2/memory`
  std::string code;   ///< stable id: `input.unit_mismatch`
  std::string found;  ///< what stands there
  std::string rule;   ///< what is asked for
  std::string hint;   ///< nearest known names or the way out; may be empty
};

inline std::string to_string(const Issue& i) {
  std::string text = i.where + ": " + (i.found.empty() ? "" : i.found + ": ") + i.rule;
  if (!i.hint.empty()) text += " " + i.hint;
  return text;
}

/// Faults are collected over a whole file and thrown once, all together.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Issue> issues) : std::runtime_error(joined(issues)), issues_(std::move(issues)) {}
  [[nodiscard]] const std::vector<Issue>& issues() const { return issues_; }

 private:
  static std::string joined(const std::vector<Issue>& issues) {
    std::string text;
    for (const Issue& i : issues) text += (text.empty() ? "" : "\n") + to_string(i);
    return text;
  }
  std::vector<Issue> issues_;
};

/// A file that cannot be read or written.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A broken invariant: our bug, never the caller's.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace planner
