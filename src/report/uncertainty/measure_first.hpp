#pragma once
#include <string>
#include <vector>

#include "planner/report/sessions.hpp"

namespace planner::report {

/// A published figure whose spread moves the price: what to measure on one's own hosts first.
struct Stake {
  std::string figure;     ///< "CPU loss of syscalls behind gvisor-systrap"
  std::string published;  ///< "0.05 to 0.6, used 0.2 (measured)"
  UsdPerTime at_stake{};  ///< what the classes behind it would cost at the worst end less at the best end
};

/// The stakes in a plan, the dearest first. A spread counts only as far as its constraint decides the number of hosts.
std::vector<Stake> measure_first(const SessionAnswer& answer);

}  // namespace planner::report
