// What a service with numbers of its own does with the core; the exit code says whether the answers are right.
#include <cmath>
#include <planner/base/rounding.hpp>
#include <planner/base/units.hpp>
#include <planner/math/choice.hpp>
#include <planner/math/erlang.hpp>
#include <planner/math/packing.hpp>

namespace {

bool counts_sessions() {
  using namespace planner::units;
  const auto footprint = 512.0 * MiB / session;
  return planner::whole_down(384.0 * GiB / footprint).in(session) == 768;
}

/// 10 erlangs on 10 servers block 21.46 % of calls: any table of Erlang's B formula.
bool blocks_calls() { return std::abs(planner::math::erlang_b(10, 10) - 0.2146) < 5e-5; }

/// Of 6s and 4s a bin of 10 holds one each.
bool packs() {
  const auto packed = planner::math::pack({.items = {{{6}, 20}, {{4}, 20}}, .bins = {{.capacity = {10}}}});
  return packed.bins == 20 && packed.proven;
}

/// A model held on one GPU beside another that fills the host would cost a second host; loaded on demand it costs 5 of
/// waiting.
bool keeps_resident() {
  namespace choice = planner::math::choice;
  choice::Problem problem{.host_cost = 24, .host_gpus = 8};
  problem.variance_grid = {0};
  problem.models = {{{.gpus_held = 8}}, {{.gpus_held = 1}, {.penalty = 5}}};
  const choice::Solution found = choice::solve(problem);
  return found.proven && found.plan->hosts == 1 && found.plan->choice[1] == 1;
}

}  // namespace

int main() { return counts_sessions() && blocks_calls() && packs() && keeps_resident() ? 0 : 1; }
