#include "io/scenario/set_path.hpp"

#include <catch2/catch.hpp>

using namespace planner::io;

namespace {

Json scenario() {
  return Json::parse(R"({"sessions": {
    "classes": [{"name": "snippet", "vcpu": 0.04}, {"name": "own-tools", "vcpu": 0.05}],
    "hosts": ["aws/m7i.metal-48xl", {"id": "onprem/dgx-h100"}],
    "policy": {"zones": 3}}})");
}

Json changed(const std::string& change) {
  Json json = scenario();
  const auto issues = apply_changes(json, {change});
  CAPTURE(change);
  REQUIRE(issues.empty());
  return json;
}

std::string fault_of(const std::string& change) {
  Json json = scenario();
  const auto issues = apply_changes(json, {change});
  REQUIRE(issues.size() == 1);
  CHECK(json == scenario());
  return to_string(issues.front());
}

}  // namespace

TEST_CASE("a change finds its field by name, index or dotted id") {
  CHECK(changed("sessions.policy.zones=2")["sessions"]["policy"]["zones"] == 2);
  CHECK(changed("sessions.classes.snippet.vcpu=0.5")["sessions"]["classes"][0]["vcpu"] == 0.5);
  CHECK(changed("sessions.classes[1].vcpu=0.5")["sessions"]["classes"][1]["vcpu"] == 0.5);
  CHECK(changed("sessions.classes.1.vcpu=0.5")["sessions"]["classes"][1]["vcpu"] == 0.5);
  CHECK(changed("sessions.hosts.onprem/dgx-h100.usd_per_h=30")["sessions"]["hosts"][1]["usd_per_h"] == 30);
}

TEST_CASE("an element is called by its name, its model or its team, where only one is") {
  Json json = Json::parse(R"({"services": [
    {"model": "m/1.5", "demand": [{"team": "a", "rate": 1}, {"team": "b", "rate": 1}, {"team": "b", "rate": 1}]},
    {"name": "second", "model": "m/1.5"}]})");
  CHECK(apply_changes(json, {"services.m/1.5.demand.a.rate=2", "services.second.weights=fp8"}).empty());
  CHECK(json["services"][0]["demand"][0]["rate"] == 2);
  CHECK(json["services"][1]["weights"] == "fp8");
  const auto of_two = apply_changes(json, {"services.0.demand.b.rate=2"});
  REQUIRE(of_two.size() == 1);
  CHECK(
      to_string(of_two.front()) ==
      "--set services.0.demand.b.rate=2: \"b\": several of that list are called so. Say which by its number: 1 or 2.");
  const auto unknown = apply_changes(json, {"services.m/1.6.weights=fp8"});
  REQUIRE(unknown.size() == 1);
  CHECK(to_string(unknown.front()).find("Did you mean \"m/1.5\"?") != std::string::npos);
}

TEST_CASE("a host given by its id alone becomes an object where a field of it is set") {
  const Json host = changed("sessions.hosts.aws/m7i.metal-48xl.usd_per_h=9")["sessions"]["hosts"][0];
  CHECK(host == Json{{"id", "aws/m7i.metal-48xl"}, {"usd_per_h", 9}});
}

TEST_CASE("a value is JSON where it reads as JSON and a text where it does not") {
  CHECK(changed("sessions.policy.x=true")["sessions"]["policy"]["x"] == true);
  CHECK(changed("sessions.policy.x=512 MiB")["sessions"]["policy"]["x"] == "512 MiB");
  CHECK(changed("sessions.policy.x=[\"a\", \"b\"]")["sessions"]["policy"]["x"].size() == 2);
  CHECK(changed("sessions.policy.x=a=b")["sessions"]["policy"]["x"] == "a=b");
  CHECK(changed("sessions.policy.x=")["sessions"]["policy"]["x"] == "");
}

TEST_CASE("a plus at the end of a list adds to it") {
  CHECK(changed("sessions.hosts.+=aws/m7i.8xlarge")["sessions"]["hosts"][2] == "aws/m7i.8xlarge");
  CHECK(changed("sessions.classes.+={\"name\": \"new\"}")["sessions"]["classes"][2]["name"] == "new");
  CHECK(fault_of("sessions.classes.+.vcpu=1").find("\"+\": not in that list.") != std::string::npos);
}

TEST_CASE("null takes a field out") {
  CHECK(!changed("sessions.policy.zones=null")["sessions"]["policy"].contains("zones"));
  CHECK(changed("sessions.policy.never_there=null") == scenario());
}

TEST_CASE("a change that cannot be made says why and changes nothing") {
  CHECK(fault_of("sessions.policy.zones") ==
        "--set sessions.policy.zones: a change is path=value. Write it like sessions.policy.zones=2.");
  CHECK(fault_of("sessions.classes.snipet.vcpu=1") ==
        "--set sessions.classes.snipet.vcpu=1: \"snipet\": not in that list. Did you mean \"snippet\"? "
        "Known: snippet, own-tools.");
  CHECK(fault_of("sessions.classes[2].vcpu=1").find("\"2\": not in that list.") != std::string::npos);
  CHECK(fault_of("sessions.policy.zones.x=1") == "--set sessions.policy.zones.x=1: \"x\": the path goes on below 3.");
  CHECK(fault_of("sessions.policy.zones=\xFF") == "--set: the text is not UTF-8.");
}

TEST_CASE("changes are made in their order") {
  Json json = scenario();
  CHECK(apply_changes(json, {"sessions.policy={}", "sessions.policy.zones=5"}).empty());
  CHECK(json["sessions"]["policy"] == Json{{"zones", 5}});
}
