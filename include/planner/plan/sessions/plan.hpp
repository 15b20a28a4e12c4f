#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/plan/status.hpp"
#include "planner/unit/overhead_parts.hpp"

/// What `plan_sessions` answers. Counts of hosts are whole numbers of hosts in `double`.
namespace planner::plan {

/// Hosts that one constraint alone would ask for, and sessions that it alone lets onto one host.
struct ConstraintCount {
  std::string constraint{};  ///< `memory`, `cpu`, `starts`, `pids`, ...
  double hosts = 0, sessions_per_host = 0;
};

struct PatternPart {
  std::string session_class{};
  double sessions = 0;
};
/// So many hosts are filled like this.
struct HostPattern {
  double hosts = 0;
  std::vector<PatternPart> holds{};
};

/// Classes behind one boundary and trust level share hosts.
struct Pool {
  std::string trust{}, boundary{}, host{};
  double hosts = 0;
  UsdPerTime usd{};          ///< hosts, network disk and licences
  double lower_bound_hosts = 0;
  UsdPerTime lower_bound_usd{};
  bool proven = false;
  std::vector<HostPattern> patterns{};
};

struct StartTime {
  std::optional<Seconds> p50{}, p99{};
  std::string note{};  ///< where it is from, or why it is unknown
};

/// One class of the chosen design, base figures.
struct Tier {
  std::string session_class{}, trust{}, boundary{}, host{}, gpu_mode{};  ///< gpu_mode empty: no GPU
  std::string gpu_slice{};   ///< MIG profile, where a session has a slice
  std::string kernel{};      ///< whose kernel runs the code, in plain words
  Sessions sessions{};
  double hosts = 0;          ///< share of the pool by use of its binding resource
  double gpus = 0;
  double sessions_per_host = 0;  ///< of a host filled with this class alone
  std::string binding{};
  std::vector<ConstraintCount> counts{};
  unit::OverheadParts overhead{};
  Bytes charged_memory{};    ///< memory that one session takes on the host, with overcommit where it applies
  double cpu_loss = 0;
  StartTime start{};
  UsdPerTime usd{};
  std::string runner_up{};   ///< the next cheapest allowed boundary (and GPU mode)
  std::optional<UsdPerTime> runner_up_extra{};
  bool tie_with_runner_up = false;  ///< nearer than the spread of the catalog's own numbers
  std::vector<std::string> break_even{};  ///< figures of the boundary at which the runner-up would be as cheap
};

struct ComparisonClass {
  std::string session_class{};
  std::optional<Bytes> overhead{};
  std::optional<double> cpu_loss{};
  StartTime start{};
};

/// Every CPU class behind one boundary.
struct ComparisonRow {
  std::string boundary{}, name{};
  Status status = Status::ok;
  std::string host{};        ///< one id, or several joined by `+` where trust levels differ
  std::optional<double> hosts{}, sessions_per_host{}, density_vs_container{}, extra_hosts{};
  std::optional<UsdPerTime> usd{}, usd_per_session{}, extra_usd{};
  std::string binding{}, kernel{}, host_syscalls{};
  std::vector<ComparisonClass> classes{};
  std::vector<std::string> reasons{};
};

struct WarmPool {
  std::string session_class{}, trust{}, boundary{}, host{}, scope{};
  double pools = 0, sessions_per_pool = 0, sessions = 0;
  Seconds refill{};          ///< until a taken session is replaced, mean
  double miss_probability = 0, hosts = 0, gpus = 0;
  UsdPerTime usd{};
  std::string why{};
};

/// Hosts kept beyond the base for one pool; rounded up once per zone.
struct Headroom {
  std::string trust{}, boundary{}, host{};
  double base_hosts = 0, warm_pool_hosts = 0;
  double per_zone = 0;       ///< hosts that one zone holds in the end
  double zones = 0;
  double zone_loss = 0, failures = 0, drain = 0, rounding = 0;  ///< parts, hosts over all zones
  double hosts = 0;          ///< all of it: sum of the parts
  double gpus = 0;
  UsdPerTime usd{};
  bool failures_known = false;
  std::optional<Seconds> mtbf{};  ///< of one host, where failures are known
};

/// Another design of the sessions without GPUs, headroom and warm pools included, or one step up in isolation.
struct Variant {
  std::string name{}, description{};
  Status status = Status::ok;  ///< unknown: a figure that it needs is not published
  double hosts = 0;
  UsdPerTime usd{}, extra_usd{};
  std::string over{};  ///< the variant that `extra_usd` is relative to; empty: none. Of the tenancies that both take
};

/// A figure of a chosen boundary that nobody has published and that counts as nothing in the plan, though it could turn
/// the choice or ask for more hosts.
struct Reliance {
  std::string session_class{}, boundary{};
  std::string figure{};       ///< `the CPU time of one start`
  bool turns_choice = false;  ///< false: it could only ask for more hosts
  std::string consequence{};  ///< at which value what would happen, and where such a value is published
  bool taken = false;         ///< a figure of what a session takes, which is published of other boundaries
};

struct SessionPlan {
  Status status = Status::ok;
  double hosts = 0, gpus = 0;
  UsdPerTime usd{};
  double base_hosts = 0;
  UsdPerTime base_usd{};
  UsdPerTime lower_bound_usd{};
  std::optional<double> lower_bound_hosts{};  ///< only where one host type is used
  bool proven = false;                        ///< no base of these candidates costs less
  UsdPerTime lower_bound_total_usd{};         ///< no plan of these candidates costs less in all
  bool proven_total = false;                  ///< nor does this one cost more
  std::vector<Pool> pools{};
  std::vector<Tier> tiers{};
  std::vector<ComparisonRow> comparison{};
  std::vector<WarmPool> warm_pools{};
  std::vector<Headroom> headroom{};
  std::vector<Rejected> rejected{};
  std::vector<Unknown> unknown{};
  std::vector<Reliance> rests_on{};    ///< `proven` holds only while these figures are small
  std::vector<Variant> variants{};     ///< as planned, one boundary per trust level, each step up in isolation
  std::vector<std::string> reasons{};  ///< why infeasible
  std::vector<std::string> notes{};
};

}  // namespace planner::plan
