#pragma once

/// Choices of a scenario on which the arithmetic of one session depends.
namespace planner::unit {

/// What `memory` of a session means behind a guest kernel.
enum class MemoryMeaning {
  promised,    ///< the session's code gets all of it; guest kernel and page structures come on top
  configured,  ///< the guest is configured with it; guest kernel and page structures come out of it
};

/// How sessions reach the network.
enum class Network {
  routed_nat,  ///< a tap each, routed and translated by the host: neither ports nor addresses bind
  bridge,      ///< a port each on one bridge
  vpc_ip,      ///< an address each of the provider's network
};

/// Page size behind the memory of a guest with a passed-through device.
enum class VfioPages { transparent_huge, small, huge_1g };

/// How a session comes up.
enum class StartKind {
  cold,
  restore,  ///< from a template or snapshot, only where asked for
};

}  // namespace planner::unit
