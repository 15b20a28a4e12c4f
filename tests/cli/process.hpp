#pragma once
#include <functional>
#include <string>
#include <vector>

/// Runs the planner binary as a user would.
namespace cli {

struct Result {
  int exit = -1;  ///< exit code; minus the signal where one ended it
  std::string out, err;
  double seconds = 0;   ///< processor time
  double peak_mib = 0;  ///< largest resident memory
};

/// Where the build put it: beside the folder of this test program.
std::string binary();

/// The binary with these arguments; `input` is its standard input.
Result planner(const std::vector<std::string>& arguments, const std::string& input = "");
/// The same with a file as its standard input.
Result planner_reading(const std::string& file, const std::vector<std::string>& arguments);

/// Starts the binary and kills it as soon as `enough` holds. False where it came to its end before that.
bool planner_killed_when(const std::vector<std::string>& arguments, const std::function<bool()>& enough);

/// A file in a folder of the test's own, with this text; removed when the test ends.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text, const std::string& name = "scenario.json");
  /// A large file, of one character.
  TemporaryFile(std::size_t size, char character);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string folder_, path_;
};

}  // namespace cli
