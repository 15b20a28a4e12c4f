#include "io/text/text_file.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "planner/base/error.hpp"

using namespace planner;
using namespace planner::io;
using Catch::Matchers::Contains;

TEST_CASE("files are read whole, or refused with the reason") {
  const auto path = std::filesystem::temp_directory_path() / "planner_text_file_test.json";
  std::ofstream(path) << std::string(1000, 'x');
  CHECK(read_text(path.string()).size() == 1000);
  CHECK(read_text(path.string(), 1000).size() == 1000);
  CHECK_THROWS_WITH(read_text(path.string(), 999), Contains("may have at most"));
  CHECK_THROWS_AS(read_text(path.string(), 999), InputError);
  std::filesystem::remove(path);
  CHECK_THROWS_WITH(read_text(path.string()), Contains("cannot be opened") && Contains("No such file"));
  CHECK_THROWS_AS(read_text(path.string()), FileError);
  CHECK_THROWS_WITH(read_text(std::filesystem::temp_directory_path().string()), Contains("directory"));
}
