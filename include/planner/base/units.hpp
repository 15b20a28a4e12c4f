#pragma once
#include "planner/base/quantity.hpp"

/// Unit constants. Decimal (GB) and binary (GiB) prefixes both exist and are different things.
namespace planner::units {

inline constexpr Bytes byte = Bytes::from_base(1);
inline constexpr Bytes KiB = 1024.0 * byte, MiB = 1024.0 * KiB, GiB = 1024.0 * MiB, TiB = 1024.0 * GiB;
inline constexpr Bytes kB = 1e3 * byte, MB = 1e6 * byte, GB = 1e9 * byte, TB = 1e12 * byte;

inline constexpr Seconds second = Seconds::from_base(1);
inline constexpr Seconds us = 1e-6 * second, ms = 1e-3 * second, minute = 60.0 * second, hour = 3600.0 * second;
inline constexpr Seconds day = 24.0 * hour;
/// A month is 730 hours and a year 8,760: the convention of cloud price lists.
inline constexpr Seconds month = 730.0 * hour, year = 8760.0 * hour;
inline constexpr PerSecond per_s = 1.0 / second, per_h = 1.0 / hour;

inline constexpr Usd usd = Usd::from_base(1);
inline constexpr UsdPerTime usd_per_h = usd / hour, usd_per_s = usd / second;
inline constexpr UsdPerByteTime usd_per_gib_month = usd / (GiB * month);

inline constexpr Joules joule = Joules::from_base(1);
inline constexpr Watts watt = joule / second, kW = 1e3 * watt;
inline constexpr Joules kWh = kW * hour;
inline constexpr UsdPerEnergy usd_per_kwh = usd / kWh;

inline constexpr Flops flop = Flops::from_base(1);
inline constexpr FlopsPerSecond tflops = 1e12 * (flop / second);
/// GB/s is 10^9 bytes per second, Gbit/s is an eighth of it.
inline constexpr BytesPerSecond GB_per_s = GB / second, MB_per_s = MB / second, GiB_per_s = GiB / second;
inline constexpr BytesPerSecond Gbit_per_s = GB_per_s / 8.0;

inline constexpr Tokens token = Tokens::from_base(1);
inline constexpr Requests request = Requests::from_base(1);
inline constexpr Sessions session = Sessions::from_base(1);
inline constexpr Vcpus vcpu = Vcpus::from_base(1);
inline constexpr Gpus gpu = Gpus::from_base(1);
inline constexpr Hosts host = Hosts::from_base(1);
inline constexpr Replicas replica = Replicas::from_base(1);

}  // namespace planner::units
