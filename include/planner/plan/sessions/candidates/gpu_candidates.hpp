#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "planner/plan/sessions/candidates/candidate_table.hpp"
#include "planner/plan/sessions/candidates/evaluate.hpp"
#include "planner/plan/sessions/candidates/gpu_modes.hpp"
#include "planner/plan/sessions/question/allowed.hpp"

/// Candidates of GPU sessions: boundary, way to have the GPU, and host type; only what exists.
namespace planner::plan::sessions {

/// One option per boundary, way and host type; which disks the hosts have is the pool's choice.
inline std::vector<RunOption> gpu_options(const catalog::Catalog& catalog, const std::vector<HostChoice>& hosts) {
  std::vector<RunOption> options;
  for (const auto& [id, b] : catalog.boundaries)
    for (const catalog::GpuAccess& access : b.gpu)
      for (const HostChoice& host : hosts) {
        const bool again = !options.empty() && options.back().gpu == &access && options.back().host == host.host;
        if (host.host->has_gpu() && !again) options.push_back({&b, &access, host.host});
      }
  return options;
}

/// The class in that option on its host type. A refusal is named by what it depends on: the way alone, the boundary and
/// the way, or these on the host.
inline Evaluation evaluate_gpu(const Question& q, const auto& risk, bool smt, std::size_t i,
                               const RunOption& option, const HostChoice& host) {
  const std::string mode(to_text(option.gpu->mode));
  const auto refuse = [&](std::string name, std::string code, std::string reason, std::string change) {
    return Evaluation{std::nullopt,
                      Rejected{q.session(i).name, std::move(name), std::move(code), std::move(reason), std::move(change)}};
  };
  if (!sharing_allowed(q.trust(i), option.gpu->mode))
    return refuse("GPU " + mode, "policy.gpu_sharing",
                  "trust level " + q.session(i).trust + " does not let sessions have GPUs that way",
                  "name it under `gpu_sharing`");
  const std::string name = option.boundary->id + " + " + mode;
  const GpuVerdict verdict = gpu_use(q, i, *option.boundary, *option.gpu, *host.host);
  if (verdict.use) return evaluate(q, risk, smt, i, *option.boundary, host,
                                    std::make_shared<const GpuUse>(*verdict.use));
  return refuse(option.gpu->offered ? name + " on " + host.host->id : name, verdict.code, verdict.reason,
                verdict.change);
}

inline CandidateTable gpu_candidates(const Question& q, const MemoryRisk& risk, const Tenancy& t,
                                     std::vector<HostChoice> hosts) {
  std::vector<RunOption> options = gpu_options(q.catalog, hosts);
  CandidateTable table(q.inputs.classes.size(), std::move(options), std::move(hosts));
  for (const std::size_t i : t.classes)
    for (std::size_t o = 0; o < table.options().size(); ++o) {
      const RunOption& option = table.options()[o];
      if (policy_refusal(q, i, *option.boundary)) continue;
      for (const HostChoice& host : table.hosts())
        if (host.host == option.host) table.set(i, o, host.index, evaluate_gpu(q, risk, t.smt, i, option, host));
    }
  return table;
}

}  // namespace planner::plan::sessions
