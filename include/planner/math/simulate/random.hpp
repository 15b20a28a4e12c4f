#pragma once
#include <array>
#include <bit>
#include <cstdint>

namespace planner::math::simulate {

/// Random numbers for one purpose of one replication. Two designs that draw from streams with the same key see the same
/// arrivals and the same service times (common random numbers), however many numbers each draws for other purposes.
/// xoshiro256++ (Blackman & Vigna 2021, "Scrambled linear pseudorandom number generators"), its state filled by
/// SplitMix64 (Steele, Lea & Flood 2014) from the key.
class Stream {
 public:
  Stream(std::uint64_t seed, std::uint64_t replication, std::uint64_t purpose) {
    std::uint64_t key = seed;
    key = mixed(key) ^ replication;
    key = mixed(key) ^ purpose;
    for (std::uint64_t& word : state_) word = mixed(key);
  }

  /// A number in (0, 1].
  double uniform() { return static_cast<double>((next() >> 11U) + 1) * 0x1p-53; }

 private:
  static std::uint64_t mixed(std::uint64_t& key) {
    std::uint64_t z = (key += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  std::uint64_t next() {
    auto& s = state_;
    const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0], shifted = s[1] << 17U;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = std::rotl(s[3], 45);
    return result;
  }

  std::array<std::uint64_t, 4> state_{};
};

}  // namespace planner::math::simulate
