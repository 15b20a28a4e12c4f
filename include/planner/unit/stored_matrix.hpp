#pragma once
#include "planner/catalog/number_format.hpp"
#include "planner/unit/matrices.hpp"
#include "planner/unit/torch_allocator.hpp"

namespace planner::unit {

/// Which format a checkpoint's matrices are stored in: `format` where it is covered, else `plain`.
struct WeightStorage {
  const catalog::NumberFormat* format = nullptr;
  const catalog::NumberFormat* plain = nullptr;  ///< 16 or 32 bit
  catalog::Covers covers{};

  [[nodiscard]] const catalog::NumberFormat& of(Role role) const { return covered(role) ? *format : *plain; }
  [[nodiscard]] Bytes vectors(double values) const { return values * plain->bits / 8.0 * units::byte; }

 private:
  [[nodiscard]] bool covered(Role role) const {
    switch (role) {
      case Role::attention:
        return covers.attention;
      case Role::recurrent:
        return covers.recurrent;
      case Role::mlp:
        return covers.mlp;
      case Role::experts:
        return covers.experts;
      case Role::shared_experts:
        return covers.shared_experts;
      case Role::embedding:
        return covers.embedding || format->whole_checkpoint;
      case Role::head:
        return covers.head || format->whole_checkpoint;
      case Role::router:
      case Role::other:
        return format->whole_checkpoint;
    }
    return false;
  }
};

/// Bytes of the values of a matrix, and of the scales (and zero points) of its blocks.
struct StoredBytes {
  Bytes values{}, scales{};
  [[nodiscard]] Bytes total() const { return values + scales; }
};

/// bits / 8 per value and scale_bits / 8 per block; an extent of 0 is the whole row or column.
inline StoredBytes stored(const Matrix& m, const catalog::NumberFormat& f) {
  const auto rows = static_cast<double>(m.rows), columns = static_cast<double>(m.columns);
  const double blocks = whole_up(f.block_rows > 0 ? rows / f.block_rows : 1.0) *
                        whole_up(f.block_columns > 0 ? columns / f.block_columns : 1.0) * static_cast<double>(m.copies);
  return {m.values() * f.bits / 8.0 * units::byte, blocks * f.scale_bits / 8.0 * units::byte};
}

/// The same as the framework's allocator counts it: values and scales are tensors of their own.
inline Bytes held(const Matrix& m, const catalog::NumberFormat& f, bool pages_of_torch) {
  const StoredBytes bytes = stored(m, f);
  return pages_of_torch ? torch_allocated(bytes.values) + torch_allocated(bytes.scales) : bytes.total();
}

}  // namespace planner::unit
