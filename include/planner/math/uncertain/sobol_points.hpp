#pragma once
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "planner/math/uncertain/joe_kuo.hpp"

/// Points that fill the unit cube evenly.
namespace planner::math {

namespace detail {

/// SplitMix64 (Steele, Lea and Flood 2014): bits that look random, from a key.
constexpr std::uint64_t hashed(std::uint64_t key) {
  std::uint64_t z = key + 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

/// Nested uniform scrambling (Owen 1995): each binary digit is flipped or not by a coin that depends on all digits
/// before it. Equal digits stay together, so the points stay as even as they were.
constexpr std::uint32_t owen_scrambled(std::uint32_t digits, std::uint64_t key) {
  std::uint32_t flips = 0;
  for (unsigned digit = 0; digit < 32; ++digit) {
    const std::uint64_t before = digit == 0 ? 1U : (digits >> (32U - digit)) | (std::uint64_t{1} << digit);
    flips |= static_cast<std::uint32_t>(hashed(key ^ hashed(before)) >> 63U) << (31U - digit);
  }
  return digits ^ flips;
}

/// Direction numbers of one dimension, all 32 digits (Bratley and Fox 1988, algorithm 659).
constexpr std::array<std::uint32_t, 32> sobol_directions(const SobolDimension& d) {
  const auto degree = static_cast<unsigned>(std::bit_width(d.polynomial)) - 1;
  std::array<std::uint32_t, 32> v{};
  for (unsigned i = 0; i < 32; ++i) {
    if (i < degree) {
      v[i] = std::uint32_t{d.first[i]} << (31U - i);
      continue;
    }
    v[i] = v[i - degree] ^ (v[i - degree] >> degree);
    for (unsigned k = 1; k < degree; ++k)
      if ((d.polynomial >> (degree - k)) & 1U) v[i] ^= v[i - k];
  }
  return v;
}

}  // namespace detail

/// A Sobol' sequence, scrambled as Owen does it. Any 2^m points from the start have one in each of the 2^m equal cells
/// of every coordinate; means over them err by about 1/N where random points err by 1/sqrt(N). Another seed is another,
/// equally good set, so that several tell the error.
class SobolPoints {
 public:
  static constexpr std::size_t most_dimensions = joe_kuo.size() + 1;

  /// @param dimensions 1 to `most_dimensions`
  SobolPoints(std::size_t dimensions, std::uint64_t seed) {
    assert(dimensions <= most_dimensions);
    for (std::size_t d = 0; d < dimensions; ++d) {
      directions_.push_back(d == 0 ? van_der_corput() : detail::sobol_directions(joe_kuo[d - 1]));
      keys_.push_back(detail::hashed(detail::hashed(seed) ^ d));
    }
  }

  [[nodiscard]] std::size_t dimensions() const { return keys_.size(); }

  /// Coordinate `dimension` of point `index`, inside (0, 1).
  [[nodiscard]] double at(std::uint32_t index, std::size_t dimension) const {
    std::uint32_t digits = 0;
    for (unsigned bit = 0; index >> bit != 0; ++bit)
      if ((index >> bit) & 1U) digits ^= directions_[dimension][bit];
    return (detail::owen_scrambled(digits, keys_[dimension]) + 0.5) * 0x1p-32;
  }

 private:
  static constexpr std::array<std::uint32_t, 32> van_der_corput() {
    std::array<std::uint32_t, 32> v{};
    for (unsigned i = 0; i < 32; ++i) v[i] = std::uint32_t{1} << (31U - i);
    return v;
  }

  std::vector<std::array<std::uint32_t, 32>> directions_;
  std::vector<std::uint64_t> keys_;
};

}  // namespace planner::math
