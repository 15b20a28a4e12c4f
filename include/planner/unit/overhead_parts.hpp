#pragma once
#include "planner/base/units.hpp"

namespace planner::unit {

/// Host memory of one session beyond its own, in parts, so that a RuntimeClass overhead can be told from real use.
struct OverheadParts {
  Bytes monitor{};          ///< VMM process or sentry
  Bytes guest_base{};       ///< guest kernel, init and agent
  Bytes shim{};
  Bytes page_structures{};  ///< grows with guest memory
  [[nodiscard]] Bytes total() const { return monitor + guest_base + shim + page_structures; }
};

}  // namespace planner::unit
