#include "planner/io/unit_text.hpp"

#include <catch2/catch.hpp>

#include "planner/base/units.hpp"

using namespace planner;
using namespace planner::io;
using namespace planner::units;
using Catch::Matchers::Contains;

TEST_CASE("quantities are read with their unit") {
  struct Row {
    const char* text;
    double base;
    Dim dim;
  };
  const Row row = GENERATE(values<Row>({
      {"512 MiB", 512.0 * 1048576, Bytes::dim},
      {"512MiB", 512.0 * 1048576, Bytes::dim},
      {"  8 GB ", 8e9, Bytes::dim},
      {"45 s", 45, Seconds::dim},
      {"500 ms", 0.5, Seconds::dim},
      {"2 h", 7200, Seconds::dim},
      {"5 min", 300, Seconds::dim},
      {"25 GB/s", 25e9, BytesPerSecond::dim},
      {"25 Gbit/s", 3.125e9, BytesPerSecond::dim},
      {"0.08 USD/GiB/month", 0.08 / 1073741824 / (730.0 * 3600), UsdPerByteTime::dim},
      {"38 USD/h", 38.0 / 3600, UsdPerTime::dim},
      {"20 /s", 20, PerSecond::dim},
      {"20/s", 20, PerSecond::dim},
      {"0.36 vCPU*s", 0.36, VcpuSeconds::dim},
      {"989.4 TFLOP/s", 989.4e12, FlopsPerSecond::dim},
      {"5 %", 0.05, dimensionless},
      {"1e3", 1000, dimensionless},
      {"-3 s", -3, Seconds::dim},
  }));
  CAPTURE(row.text);
  const AmountText parsed = parse_amount(row.text);
  REQUIRE(parsed.amount);
  CHECK(parsed.amount->value == Approx(row.base).epsilon(1e-15));
  CHECK(parsed.amount->dim == row.dim);
}

TEST_CASE("what is no quantity is refused with the way out") {
  struct Row {
    const char *text, *code, *says;
  };
  const Row row = GENERATE(values<Row>({
      {"", "input.not_a_quantity", "512 MiB"},
      {"many", "input.not_a_quantity", "512 MiB"},
      {"nan s", "input.not_a_quantity", ""},
      {"inf", "input.not_a_quantity", ""},
      {"1e999 s", "input.not_a_quantity", ""},
      {"50,000 s", "input.not_a_quantity", "50000"},
      {"512 mib", "input.unknown_unit", "\"MiB\""},
      {"512 KB", "input.unknown_unit", "KiB is 1024"},
      {"10 d", "input.unknown_unit", "A day is \"day\""},
      {"5 m", "input.unknown_unit", "\"min\""},
      {"3 GiB/", "input.unknown_unit", ""},
      {"3 /", "input.unknown_unit", ""},
      {"3 GiB per s", "input.unknown_unit", ""},
      {"0x10 s", "input.unknown_unit", ""},
  }));
  CAPTURE(row.text);
  const AmountText parsed = parse_amount(row.text);
  CHECK_FALSE(parsed.amount);
  CHECK(parsed.code == row.code);
  CHECK_THAT(parsed.hint, Contains(row.says));
}

TEST_CASE("the unit in a field's name is found") {
  CHECK(unit_in_name("usd_per_h", UsdPerTime::dim)->value == Approx(1.0 / 3600));
  CHECK(unit_in_name("memory_gib", Bytes::dim)->value == 1073741824.0);
  CHECK(unit_in_name("starts_per_s", PerSecond::dim)->value == 1.0);
  CHECK(unit_in_name("network_disk_usd_per_gib_month", UsdPerByteTime::dim)->value == Approx(usd_per_gib_month.base()));
  CHECK(unit_in_name("bandwidth_gb_per_s", BytesPerSecond::dim)->value == 1e9);
  CHECK_FALSE(unit_in_name("memory_gib", Seconds::dim));
  CHECK_FALSE(unit_in_name("memory", Bytes::dim));
  CHECK_FALSE(unit_in_name("", Bytes::dim));
}

TEST_CASE("quantities are printed in the unit a person would choose") {
  CHECK(print(512.0 * MiB) == "512 MiB");
  CHECK(print(1536.0 * GiB) == "1.5 TiB");
  CHECK(print(90.0 * second) == "1.5 min");
  CHECK(print(45.0 * second) == "45 s");
  CHECK(print(0.125 * second) == "125 ms");
  CHECK(print(9.6768 * usd_per_h) == "9.677 USD/h");
  CHECK(print(9.6768 * usd_per_h, 6) == "9.6768 USD/h");
  CHECK(print(0.08 * usd_per_gib_month) == "0.08 USD/GiB/month");
  CHECK(print(10.2 * kW) == "10.2 kW");
  CHECK(print(0.0 * GiB) == "0 MiB");
  CHECK(print(0.0 * second) == "0 s");
  CHECK(print(-3.0 * GiB) == "-3 GiB");
  CHECK(print(2.0 * (usd * byte)) == "2 B*USD");
  CHECK(print_number(11807) == "11,807");
  CHECK(print_number(1234567.8) == "1,234,568");
  CHECK(print_number(0.01861) == "0.01861");
  CHECK(print_number(999.96) == "1000");
  CHECK(print_number(1e300) == "1e+300");
}

TEST_CASE("what is printed can be read again") {
  const Dim dim = GENERATE(values<Dim>({Bytes::dim, Seconds::dim, PerSecond::dim, UsdPerTime::dim, UsdPerByteTime::dim,
                                        BytesPerSecond::dim, SecondsPerByte::dim, Watts::dim, VcpuSeconds::dim,
                                        FlopsPerSecond::dim, BytesPerToken::dim, SessionsPerHost::dim, Gpus::dim}));
  const double value = GENERATE(0.0, 1e-3, 0.5, 1.0, 321.0, 7.25e6);
  const std::string text = print_amount(value, dim, 12);
  CAPTURE(text);
  std::string plain;
  for (const char c : text)
    if (c != ',') plain += c;
  const AmountText parsed = parse_amount(plain);
  REQUIRE(parsed.amount);
  CHECK(parsed.amount->value == Approx(value).epsilon(1e-10));
  CHECK(parsed.amount->dim == dim);
  CHECK(parse_amount(example_of(dim)).amount->dim == dim);
  CHECK(unit_in_name("x" + name_suffix_of(dim), dim));
}

TEST_CASE("what is counted for each thing is printed in the unit of what is counted") {
  CHECK(print_amount((768.0 * GiB).base(), Dim{.byte = 1, .host = -1}) == "768 GiB/host");
  CHECK(print_amount((9.5 * usd_per_h).base(), Dim{.second = -1, .usd = 1, .host = -1}) == "9.5 USD/h/host");
  CHECK(print_amount(2, Dim{.vcpu = 1, .host = -1}) == "2 vCPU/host");
}

TEST_CASE("one of a thing is said in the singular") {
  CHECK(print(1.0 * day) == "1 day");
  CHECK(print(1.0 * host) == "1 host");
  CHECK(print_amount(1, SessionsPerHost::dim) == "1 session/host");
  CHECK(print(1.0 * ms) == "1 ms");
  CHECK(print(2.0 * day) == "2 days");
}
