#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/sessions/candidates/candidate.hpp"
#include "planner/plan/sessions/question/question.hpp"

namespace planner::plan::sessions {

/// A way to run a session: behind which boundary, and for GPU sessions how it gets its GPU and on which host type.
struct RunOption {
  const catalog::Boundary* boundary = nullptr;
  const catalog::GpuAccess* gpu = nullptr;  ///< null: no GPU
  const catalog::Host* host = nullptr;    ///< null: the pool's cheapest

  /// Sessions of two options may share hosts.
  friend bool share_hosts(const RunOption& a, const RunOption& b) {
    return a.boundary == b.boundary && a.host == b.host;
  }
};

/// Every class of a tenancy in every way and on every host type, where it fits.
class CandidateTable {
 public:
  CandidateTable(std::size_t classes, std::vector<RunOption> options, std::vector<HostChoice> hosts)
      : options_(std::move(options)), hosts_(std::move(hosts)), cells_(classes * options_.size() * hosts_.size()) {}

  [[nodiscard]] const std::vector<RunOption>& options() const { return options_; }
  [[nodiscard]] const std::vector<HostChoice>& hosts() const { return hosts_; }

  [[nodiscard]] const Candidate* at(std::size_t session_class, std::size_t option, std::size_t host) const {
    const auto& cell = cells_[place(session_class, option, host)];
    return cell && cell->candidate ? &*cell->candidate : nullptr;
  }
  void set(std::size_t session_class, std::size_t option, std::size_t host, Evaluation evaluation) {
    cells_[place(session_class, option, host)] = std::make_unique<Evaluation>(std::move(evaluation));
  }
  /// Why there is no candidate; null where there is one.
  [[nodiscard]] const Rejected* refusal(std::size_t session_class, std::size_t option, std::size_t host) const {
    const auto& cell = cells_[place(session_class, option, host)];
    return cell && cell->refusal ? &*cell->refusal : nullptr;
  }
  /// The candidate on the first host type that takes it; null where none does.
  [[nodiscard]] const Candidate* any(std::size_t session_class, std::size_t option) const {
    for (std::size_t h = 0; h < hosts_.size(); ++h)
      if (const Candidate* const c = at(session_class, option, h)) return c;
    return nullptr;
  }

 private:
  [[nodiscard]] std::size_t place(std::size_t session_class, std::size_t option, std::size_t host) const {
    return (session_class * options_.size() + option) * hosts_.size() + host;
  }

  std::vector<RunOption> options_;
  std::vector<HostChoice> hosts_;
  std::vector<std::unique_ptr<Evaluation>> cells_;  // null: not looked at
};

}  // namespace planner::plan::sessions
