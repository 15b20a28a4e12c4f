#include "report/document/table.hpp"

#include <catch2/catch.hpp>

#include "report/document/document.hpp"

using namespace planner::report;

namespace {

Table example() {
  Table table({{"boundary"}, {"hosts", Align::right}, {"what binds"}});
  table.row({"gvisor", "1,204", "memory"});
  table.row({"kata-qemu", "97", "starts | CPU, \"both\" at once"});
  return table;
}

}  // namespace

TEST_CASE("a table for a terminal lines up and has no trailing spaces") {
  CHECK(example().text() ==
        "boundary   hosts  what binds\n"
        "gvisor     1,204  memory\n"
        "kata-qemu     97  starts | CPU, \"both\" at once\n");
}

TEST_CASE("the last cell is wrapped under itself where the terminal is narrow") {
  CHECK(example().text(42) ==
        "boundary   hosts  what binds\n"
        "gvisor     1,204  memory\n"
        "kata-qemu     97  starts | CPU, \"both\" at\n"
        "                  once\n");
}

TEST_CASE("a word that is wider than the last column is cut behind a mark, others are left whole") {
  Table table({{"GPU"}, {"MIG"}});
  table.row({"rtx-pro-6000", "mig/rtx-pro-6000-bse"});
  table.row({"t4", "none at all"});
  CHECK(table.text(29) ==
        "GPU           MIG\n"
        "rtx-pro-6000  mig/rtx-pro-\n"
        "              6000-bse\n"
        "t4            none at all\n");
}

TEST_CASE("a table in Markdown escapes its bars and in CSV its quotes and commas") {
  CHECK(example().markdown() ==
        "| boundary | hosts | what binds |\n|---|---:|---|\n| gvisor | 1,204 | memory |\n"
        "| kata-qemu | 97 | starts \\| CPU, \"both\" at once |\n");
  CHECK(example().csv() ==
        "boundary,hosts,what binds\ngvisor,\"1,204\",memory\nkata-qemu,97,\"starts | CPU, \"\"both\"\" at once\"\n");
}

TEST_CASE("widths count characters, not bytes") {
  CHECK(shown_width("caf\xC3\xA9") == 4);
  CHECK(wrapped("one two  three", 7) == std::vector<std::string>{"one two", "three"});
  CHECK(wrapped("unbreakable", 4) == std::vector<std::string>{"unbreakable"});
}

TEST_CASE("a document has one empty line between blocks; a list and a heading's text stand together") {
  Document document;
  document.heading("Tiers");
  document.paragraph("Two of them.");
  document.bullet("first");
  document.bullet("second");
  CHECK(document.text() == "Tiers\nTwo of them.\n\n- first\n- second\n");
  CHECK(document.markdown() == "## Tiers\n\nTwo of them.\n\n- first\n- second\n");
}

TEST_CASE("a table with long names fits the terminal, whatever its columns") {
  for (const std::string name : {"customer+anonymous+internal/container-runc", "a very long name of several words",
                                 "short", "no-marks-but-dashes-and-more-dashes-and-dashes"}) {
    Table numbers(
        {{"pool"}, {"host"}, {"base hosts", Align::right}, {"at least", Align::right}, {"USD/h", Align::right}});
    numbers.row({name, "gcp/c3-standard-192-metal", "1,234", "1,234", "32,977"});
    Table words({{"boundary"}, {"hosts", Align::right}, {"what binds"}});
    words.row({name, "1,234", name + " and " + name});
    for (const std::string& text : {numbers.text(), words.text(), words.text(60)}) {
      CAPTURE(text);
      std::size_t start = 0;
      for (std::size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1)
        CHECK(shown_width(std::string_view(text).substr(start, end - start)) <= 80);
      CHECK(text.find("1,234") != std::string::npos);  // numbers are not cut
    }
  }
}
