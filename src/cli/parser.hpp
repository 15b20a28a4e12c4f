#pragma once
#include <memory>
#include <string>
#include <vector>

#include "cli/verb.hpp"

namespace planner::cli {

/// What the command line asks for: a verb with its options filled in, or just a text (help, version).
struct Call {
  const Verb* verb = nullptr;
  Shared shared;
  std::string text;
};

/// Reads the command line into the verbs' options. Throws `InputError` for words it does not know.
Call parse(const std::vector<std::unique_ptr<Verb>>& verbs, int argc, const char* const* argv);

}  // namespace planner::cli
