#include <cstdio>
#include <exception>
#include <new>

#include "cli/parser.hpp"
#include "cli/verbs.hpp"
#include "planner/base/error.hpp"

namespace planner::cli {
namespace {

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) throw FileError("standard output: cannot be written.");
}

Exit run(int argc, const char* const* argv) {
  const auto verbs = all_verbs();
  const Call call = parse(verbs, argc, argv);
  const Answer answer = call.verb == nullptr ? Answer{call.text} : call.verb->answer(call.shared);
  print(answer.text);
  return answer.exit;
}

Exit failed(Exit exit, const char* text) {
  std::fprintf(stderr, "%s\n", text);
  return exit;
}

Exit guarded_run(int argc, const char* const* argv) {
  try {
    return run(argc, argv);
  } catch (const InputError& fault) {
    return failed(Exit::bad_input, fault.what());
  } catch (const FileError& fault) {
    return failed(Exit::file, fault.what());
  } catch (const std::bad_alloc&) {
    return failed(Exit::bug, "planner: out of memory.");
  } catch (const std::exception& fault) {
    std::fputs("planner: this is a bug in planner; please report it with the command and its input.\n", stderr);
    return failed(Exit::bug, fault.what());
  }
}

}  // namespace
}  // namespace planner::cli

int main(int argc, char** argv) { return static_cast<int>(planner::cli::guarded_run(argc, argv)); }
