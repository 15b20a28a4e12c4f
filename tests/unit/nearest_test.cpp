#include "io/text/nearest.hpp"

#include <catch2/catch.hpp>

using namespace planner::io;

TEST_CASE("edit distance counts single slips of the keyboard") {
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("fircracker", "firecracker") == 1);
  CHECK(edit_distance("gvisro", "gvisor") == 1);  // two neighbours swapped
  CHECK(edit_distance("GVisor", "gvisor") == 0);
  CHECK(edit_distance("", "abc") == 3);
}

TEST_CASE("the nearest names come first and far ones not at all") {
  const std::vector<std::string> known{"container-runc", "gvisor", "firecracker", "kata-qemu", "kata-fc"};
  CHECK(nearest("fircracker", known) == std::vector<std::string>{"firecracker"});
  CHECK(nearest("kata", known) == std::vector<std::string>{"kata-fc", "kata-qemu"});
  CHECK(nearest("zzzzzzzz", known).empty());
  CHECK(nearest("", known).empty());
  CHECK(nearest(std::string(100000, 'a'), known).empty());
  CHECK(did_you_mean("gvisr", known) ==
        "Did you mean \"gvisor\"? Known: container-runc, gvisor, firecracker, kata-qemu, kata-fc.");
  CHECK(did_you_mean("x", {}).empty());
}
