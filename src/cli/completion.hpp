#pragma once
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace planner::cli {

/// What may stand in place of the last of these words, one a line; it begins as that word does. The line `:files` or
/// `:folders` leaves the choice to the shell. Words are those after the name of the program, options and arguments
/// those that the parser knows: `planner complete sessions my.json --set ""`.
std::string completions(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace planner::cli
