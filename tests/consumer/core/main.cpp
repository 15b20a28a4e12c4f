// Sessions that the memory of one host holds: the result is checked by the exit code.
#include <planner/base/rounding.hpp>
#include <planner/base/units.hpp>

int main() {
  using namespace planner::units;
  const auto footprint = 512.0 * MiB / session;
  const auto fitting = whole_down(384.0 * GiB / footprint);
  return fitting.in(session) == 768 ? 0 : 1;
}
