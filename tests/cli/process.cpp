#include "cli/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace cli {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

std::string fresh_folder() {
  std::string folder = (std::filesystem::temp_directory_path() / "planner-test-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("cannot make " + folder);
  return folder;
}

/// In the child: files as standard streams, then the binary.
[[noreturn]] void become(const std::vector<std::string>& arguments, const std::string& input,
                         const std::string& folder) {
  const auto redirect = [](const std::string& path, int flags, int stream) {
    const int file = open(path.c_str(), flags, 0600);
    if (file < 0 || dup2(file, stream) < 0) _exit(126);
  };
  redirect(input, O_RDONLY, STDIN_FILENO);
  redirect(folder + "/out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect(folder + "/err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  std::vector<char*> argv;
  std::string name = binary();
  argv.push_back(name.data());
  std::vector<std::string> copies = arguments;
  for (std::string& argument : copies) argv.push_back(argument.data());
  argv.push_back(nullptr);
  execv(name.c_str(), argv.data());
  _exit(127);
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

Result planner(const std::vector<std::string>& arguments, const std::string& input) {
  const TemporaryFile file(input);
  return planner_reading(file.path(), arguments);
}

Result planner_reading(const std::string& file, const std::vector<std::string>& arguments) {
  const std::string folder = fresh_folder();
  const pid_t child = fork();
  if (child == 0) become(arguments, file, folder);
  int status = 0;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) != child) throw std::runtime_error("cannot run the planner");
  Result result{.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
                .out = text_of(folder + "/out"),
                .err = text_of(folder + "/err"),
                .seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime),
                .peak_mib = static_cast<double>(usage.ru_maxrss) / 1024};
  std::filesystem::remove_all(folder);
  return result;
}

bool planner_killed_when(const std::vector<std::string>& arguments, const std::function<bool()>& enough) {
  const std::string folder = fresh_folder();
  const pid_t child = fork();
  if (child == 0) become(arguments, "/dev/null", folder);
  if (child < 0) throw std::runtime_error("cannot run the planner");
  int status = 0;
  bool ended = false;
  while (!ended && !enough()) {
    usleep(1000);
    ended = waitpid(child, &status, WNOHANG) == child;
  }
  if (!ended && (kill(child, SIGKILL) != 0 || waitpid(child, &status, 0) != child))
    throw std::runtime_error("cannot stop the planner");
  std::filesystem::remove_all(folder);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

std::string binary() { return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "planner"; }

TemporaryFile::TemporaryFile(const std::string& text, const std::string& name)
    : folder_(fresh_folder()), path_(folder_ + "/" + name) {
  write(path_, text);
}

TemporaryFile::TemporaryFile(std::size_t size, char character)
    : folder_(fresh_folder()), path_(folder_ + "/large.json") {
  std::ofstream file(path_, std::ios::binary);
  const std::string block(std::size_t{1} << 20U, character);  // in blocks: a child's peak memory starts at its parent's
  for (std::size_t written = 0; written < size; written += block.size()) file << block;
  if (!file.flush()) throw std::runtime_error("cannot write " + path_);
}

TemporaryFile::~TemporaryFile() { std::filesystem::remove_all(folder_); }

}  // namespace cli
