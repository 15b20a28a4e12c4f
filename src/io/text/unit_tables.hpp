#pragma once
#include <array>
#include <string_view>

#include "planner/base/units.hpp"

/// The units that texts may use, and those that numbers are printed in.
namespace planner::io::tables {

struct Unit {
  std::string_view name;
  double size;
  Dim dim;
};

template <Dim D>
constexpr Unit unit(std::string_view name, Quantity<D> q) {
  return {name, q.base(), D};
}

using namespace planner::units;

inline constexpr std::array all_units{unit("B", byte),
                                      unit("byte", byte),
                                      unit("bytes", byte),
                                      unit("KiB", KiB),
                                      unit("MiB", MiB),
                                      unit("GiB", GiB),
                                      unit("TiB", TiB),
                                      unit("PiB", 1024.0 * TiB),
                                      unit("kB", kB),
                                      unit("MB", MB),
                                      unit("GB", GB),
                                      unit("TB", TB),
                                      unit("PB", 1e3 * TB),
                                      unit("kbit", kB / 8.0),
                                      unit("Mbit", MB / 8.0),
                                      unit("Gbit", GB / 8.0),
                                      unit("Tbit", TB / 8.0),
                                      unit("ns", 1e-9 * second),
                                      unit("us", us),
                                      unit("ms", ms),
                                      unit("s", second),
                                      unit("sec", second),
                                      unit("second", second),
                                      unit("seconds", second),
                                      unit("min", minute),
                                      unit("minute", minute),
                                      unit("minutes", minute),
                                      unit("h", hour),
                                      unit("hour", hour),
                                      unit("hours", hour),
                                      unit("day", day),
                                      unit("days", day),
                                      unit("week", 7.0 * day),
                                      unit("weeks", 7.0 * day),
                                      unit("month", month),
                                      unit("months", month),
                                      unit("year", year),
                                      unit("years", year),
                                      unit("USD", usd),
                                      unit("W", watt),
                                      unit("kW", kW),
                                      unit("MW", 1e3 * kW),
                                      unit("J", joule),
                                      unit("Wh", kWh / 1e3),
                                      unit("kWh", kWh),
                                      unit("MWh", 1e3 * kWh),
                                      unit("FLOP", flop),
                                      unit("GFLOP", 1e9 * flop),
                                      unit("TFLOP", 1e12 * flop),
                                      unit("PFLOP", 1e15 * flop),
                                      unit("vCPU", vcpu),
                                      unit("vCPUs", vcpu),
                                      unit("session", session),
                                      unit("sessions", session),
                                      unit("GPU", gpu),
                                      unit("GPUs", gpu),
                                      unit("host", host),
                                      unit("hosts", host),
                                      unit("replica", replica),
                                      unit("replicas", replica),
                                      unit("token", token),
                                      unit("tokens", token),
                                      unit("request", request),
                                      unit("requests", request),
                                      Unit{"%", 0.01, dimensionless},
                                      Unit{"1", 1.0, dimensionless}};

/// Units to print a dimension in, largest first, and what to show where an example is asked for.
struct Ladder {
  Dim dim;
  std::array<std::string_view, 6> units;
  std::string_view example, name_suffix;

  [[nodiscard]] constexpr std::string_view example_unit() const { return example.substr(example.find(' ') + 1); }
};

inline constexpr std::array ladders{
    Ladder{Bytes::dim, {"TiB", "GiB", "MiB", "KiB", "B"}, "512 MiB", "_mib"},
    Ladder{Seconds::dim, {"days", "h", "min", "s", "ms", "us"}, "45 s", "_s"},
    Ladder{PerSecond::dim, {"/s", "/h"}, "20 /s", "_per_s"},
    Ladder{Usd::dim, {"USD"}, "4500 USD", "_usd"},
    Ladder{UsdPerTime::dim, {"USD/h"}, "9.68 USD/h", "_usd_per_h"},
    Ladder{UsdPerByteTime::dim, {"USD/GiB/month"}, "0.08 USD/GiB/month", "_usd_per_gib_month"},
    Ladder{(Usd{} / (units::gpu * units::year)).dim, {"USD/GPU/year"}, "4500 USD/GPU/year", "_usd_per_gpu_year"},
    Ladder{UsdPerEnergy::dim, {"USD/kWh"}, "0.12 USD/kWh", "_usd_per_kwh"},
    Ladder{Watts::dim, {"MW", "kW", "W"}, "10.2 kW", "_kw"},
    Ladder{Joules::dim, {"MWh", "kWh", "J"}, "3 kWh", "_kwh"},
    Ladder{BytesPerSecond::dim, {"TB/s", "GB/s", "MB/s", "kB/s", "B/s"}, "25 GB/s", "_gb_per_s"},
    Ladder{SecondsPerByte::dim, {"s/GiB", "s/TiB"}, "0.2 s/GiB", "_s_per_gib"},
    Ladder{Flops::dim, {"PFLOP", "TFLOP", "GFLOP", "FLOP"}, "3 TFLOP", "_tflop"},
    Ladder{FlopsPerSecond::dim, {"PFLOP/s", "TFLOP/s", "GFLOP/s"}, "989 TFLOP/s", "_tflop_per_s"},
    Ladder{BytesPerSession::dim,
           {"GiB/session", "MiB/session", "KiB/session", "B/session"},
           "512 MiB/session",
           "_mib_per_session"},
    Ladder{Vcpus::dim, {"vCPU"}, "2 vCPU", "_vcpu"},
    Ladder{VcpuSeconds::dim, {"vCPU*s"}, "0.3 vCPU*s", "_vcpu_s"},
    Ladder{Sessions::dim, {"sessions"}, "500 sessions", "_sessions"},
    Ladder{SessionsPerHost::dim, {"sessions/host"}, "500 sessions/host", "_sessions_per_host"},
    Ladder{SessionsPerSecond::dim, {"sessions/s", "sessions/h"}, "20 sessions/s", "_sessions_per_s"},
    Ladder{Gpus::dim, {"GPUs"}, "8 GPUs", "_gpus"},
    Ladder{Hosts::dim, {"hosts"}, "3 hosts", "_hosts"},
    Ladder{Replicas::dim, {"replicas"}, "2 replicas", "_replicas"},
    Ladder{Tokens::dim, {"tokens"}, "2000 tokens", "_tokens"},
    Ladder{TokensPerSecond::dim, {"tokens/s"}, "90 tokens/s", "_tokens_per_s"},
    Ladder{BytesPerToken::dim, {"MiB/token", "KiB/token", "B/token"}, "160 KiB/token", "_kib_per_token"},
    Ladder{RequestsPerSecond::dim, {"requests/s", "requests/h"}, "3 requests/s", "_requests_per_s"}};

}  // namespace planner::io::tables
