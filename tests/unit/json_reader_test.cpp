#include "io/json/json_reader.hpp"

#include <catch2/catch.hpp>

#include "planner/base/units.hpp"

using namespace planner;
using namespace planner::io;
using namespace planner::units;
using Catch::Matchers::Contains;

namespace {

std::string fault_of(const std::string& text) {
  try {
    parse_json(text, "f.json");
  } catch (const InputError& e) {
    return e.issues().at(0).code + " " + e.what();
  }
  return "";
}

struct Record {
  std::string name = "unset";
  Bytes memory = 1.0 * GiB;
  std::optional<Seconds> wait{};
  double share_of = 0.5;
  Sessions count{};
  UsdPerTime usd_per_h{};
};

Findings read(const char* text, Record& r) {
  Findings findings;
  const Json node = parse_json(text, "f.json");
  Reader reader(node, "f.json#", findings);
  reader.text("name", r.name);
  reader.quantity("memory", r.memory, positive);
  reader.quantity("wait", r.wait);
  reader.number("share_of", r.share_of, share);
  reader.count("count", r.count, whole_count);
  reader.quantity("usd_per_h", r.usd_per_h);
  reader.done();
  return findings;
}

std::string first_issue(const char* text) {
  Record r;
  const Findings findings = read(text, r);
  return findings.issues.empty() ? "" : findings.issues[0].code + " " + to_string(findings.issues[0]);
}

}  // namespace

TEST_CASE("broken JSON is refused with its place") {
  CHECK_THAT(fault_of("{\n  \"a\": 1,\n  \"b\": }"), Contains("input.syntax") && Contains("line 3, column 8"));
  CHECK_THAT(fault_of("{\"a\": [1, 2"), Contains("input.syntax") && Contains("ends before"));
  CHECK_THAT(fault_of(""), Contains("input.syntax"));
  CHECK_THAT(fault_of("{} {}"), Contains("input.syntax"));
  CHECK_THAT(fault_of("{\"a\": NaN}"), Contains("input.syntax"));
  CHECK_THAT(fault_of("{\"a\": 1e999}"), Contains("input.syntax"));
  CHECK_THAT(fault_of("{\"a\": \"\xff\"}"), Contains("input.syntax"));
  CHECK_THAT(fault_of("{\"x\": [{\"a\": 1, \"b\": 2, \"a\": 3}]}"),
             Contains("input.duplicate_name") && Contains("\"a\" stands twice in #/x/0"));
  CHECK_THAT(fault_of(std::string(100000, '[')), Contains("input.too_deep"));
  CHECK_THAT(fault_of(std::string(64, '[') + std::string(64, ']')), Catch::Equals(""));
}

TEST_CASE("fields are read in their forms, and absent ones stay as they are") {
  Record r;
  CHECK(read(R"({"name": "a", "memory_mib": 64, "wait": "2 min", "share_of": "5 %", "count": 7, "usd_per_h": 38})", r)
            .issues.empty());
  CHECK(r.name == "a");
  CHECK(r.memory == 64.0 * MiB);
  CHECK(r.wait == 120.0 * second);
  CHECK(r.share_of == Approx(0.05));
  CHECK(r.count == 7.0 * session);
  CHECK(r.usd_per_h.in(usd_per_h) == Approx(38));

  Record untouched;
  CHECK(read("{}", untouched).issues.empty());
  CHECK(untouched.name == "unset");
  CHECK(untouched.memory == 1.0 * GiB);
}

TEST_CASE("a range is read by its typical value and noted") {
  Record r;
  const Findings findings = read(R"({"memory": {"low": "1 GiB", "typical": "2 GiB", "high": "4 GiB"}})", r);
  CHECK(r.memory == 2.0 * GiB);
  REQUIRE(findings.spreads.size() == 1);
  CHECK(findings.spreads[0].where == "f.json#/memory");
  CHECK(findings.spreads[0].high == (4.0 * GiB).base());
}

TEST_CASE("a fault tells where, what, the rule and the way out") {
  CHECK(
      first_issue(R"({"memroy": "1 GiB"})") ==
      "input.unknown_field f.json#/memroy: \"memroy\": there is no such field. Did you mean \"memory\"? Known: count, "
      "memory, name, share_of, usd_per_h, wait.");
  CHECK(first_issue(R"({"memory": "45 s"})") ==
        "input.unit_mismatch f.json#/memory: \"45 s\": this unit measures something else. Write it like \"512 MiB\".");
  CHECK(first_issue(R"({"memory": 512})") ==
        "input.unit_missing f.json#/memory: 512: the number needs its unit. Write it like \"512 MiB\", or put the unit "
        "into the name (\"..._mib\").");
  CHECK(first_issue(R"({"memory": "512"})") ==
        "input.unit_missing f.json#/memory: \"512\": the number needs its unit. Write it like \"512 MiB\".");
  CHECK(first_issue(R"({"memory": "0 GiB"})") == "input.out_of_range f.json#/memory: 0 MiB: must be above 0 MiB.");
  CHECK(first_issue(R"({"memory": 0})") == "input.out_of_range f.json#/memory: 0 MiB: must be above 0 MiB.");
  CHECK(first_issue(R"({"memory_mib": 0})") == "input.out_of_range f.json#/memory_mib: 0: must be above 0.");
  CHECK(first_issue(R"({"wait": "-1 s"})") == "input.out_of_range f.json#/wait: -1 s: must be at least 0 s.");
  CHECK(first_issue(R"({"share_of": 1.5})") == "input.out_of_range f.json#/share_of: 1.5: must be between 0 and 1.");
  CHECK(first_issue(R"({"count": 1.5})") ==
        "input.out_of_range f.json#/count: 1.5: must be a whole number at least 0.");
  CHECK_THAT(first_issue(R"({"count": 1e300})"), Contains("is beyond what can be planned"));
  CHECK(first_issue(R"({"count": "abc"})") ==
        "input.not_a_quantity f.json#/count: \"abc\": a number is asked for. Write it like 1.");
  CHECK(first_issue(R"({"count": "5 GiB"})") ==
        "input.unit_mismatch f.json#/count: \"5 GiB\": this unit measures something else. Write it like 1.");
  CHECK(first_issue(R"({"share_of": "most4"})") ==
        "input.not_a_quantity f.json#/share_of: \"most4\": a number is asked for. Write it like 0.5.");
  CHECK(first_issue(R"({"wait": "long"})") ==
        "input.not_a_quantity f.json#/wait: \"long\": a quantity is a number and its unit. Write it like \"45 s\".");
  CHECK(first_issue(R"({"name": 3})") == "input.type f.json#/name: 3: a text is asked for.");
  CHECK(first_issue(R"({"memory": null})") ==
        "input.type f.json#/memory: null: a quantity is asked for. Write it like \"512 MiB\".");
  CHECK(first_issue("[1]") == "input.type f.json#: a list of 1: an object with named fields is asked for.");
  CHECK_THAT(first_issue(R"({"memory": {"low": "3 GiB", "typical": "2 GiB"}})"), Contains("input.order"));
  CHECK_THAT(first_issue(R"({"memory": {"low": "3 GiB"}})"), Contains("input.missing"));
  CHECK_THAT(first_issue(R"({"memory": {"typical": "3 GiB", "tall": 1}})"), Contains("#/memory/tall"));
}

TEST_CASE("lists, objects and words are read one by one, and all faults come at once") {
  const Json node = parse_json(R"({"a": {"x": "1 s"}, "hosts": [{"id": "p"}, {"id": 5}, 3], "by": {"u/v": {"id": "q"}},
                                   "work": "cpu", "words": ["one", "tow"]})",
                               "f.json");
  enum class Word { one, two };
  constexpr Named<Word> words[] = {{"one", Word::one}, {"two", Word::two}};
  Findings findings;
  Reader reader(node, "f.json#", findings);
  std::vector<std::string> ids;
  std::vector<Word> chosen;
  Word single = Word::two;
  Seconds x{};
  reader.object("a", [&](Reader& r) { r.quantity("x", x); });
  const auto read_id = [&](Reader& r) {
    std::string id;
    r.require({"id"});
    if (r.text("id", id)) ids.push_back(id);
  };
  reader.each("hosts", read_id);
  reader.entries("by", [&](const std::string& name, Reader& r) { ids.push_back(name), read_id(r); });
  reader.choice("work", single, words);
  reader.choices("words", chosen, words);
  reader.require({"absent"});
  reader.done();

  CHECK(x == 1.0 * second);
  CHECK(ids == std::vector<std::string>{"p", "u/v", "q"});
  CHECK(single == Word::two);
  CHECK(chosen == std::vector<Word>{Word::one});
  std::vector<std::string> codes;
  for (const Issue& i : findings.issues) codes.push_back(i.code + " " + i.where);
  CHECK(codes == std::vector<std::string>{"input.type f.json#/hosts/1/id", "input.type f.json#/hosts/2",
                                          "input.unknown_name f.json#/work", "input.unknown_name f.json#/words",
                                          "input.missing f.json#/absent"});
}
