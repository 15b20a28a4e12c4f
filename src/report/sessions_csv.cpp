#include <fmt/format.h>

#include "planner/report/sessions.hpp"
#include "report/table.hpp"

namespace planner::report {
namespace {

using namespace planner::units;

std::string exact(double value) { return fmt::format("{:.12g}", value); }
std::string exact(const std::optional<Seconds>& time) { return time ? exact(time->in(second)) : ""; }

}  // namespace

std::string sessions_csv(const SessionAnswer& answer) {
  Table table({{"class"},
               {"trust"},
               {"boundary"},
               {"host"},
               {"gpu_mode"},
               {"sessions"},
               {"hosts"},
               {"gpus"},
               {"sessions_per_host"},
               {"binding"},
               {"charged_memory_mib"},
               {"overhead_mib"},
               {"cpu_loss"},
               {"start_p50_s"},
               {"start_p99_s"},
               {"usd_per_h"}});
  for (const plan::Tier& t : answer.plan.tiers) {
    table.row({t.session_class, t.trust, t.boundary, t.host, t.gpu_mode, exact(t.sessions.in(session)), exact(t.hosts),
               exact(t.gpus), exact(t.sessions_per_host), t.binding, exact(t.charged_memory.in(MiB)),
               exact(t.overhead.total().in(MiB)), exact(t.cpu_loss), exact(t.start.p50), exact(t.start.p99),
               exact(t.usd.in(usd_per_h))});
  }
  return table.csv();
}

}  // namespace planner::report
