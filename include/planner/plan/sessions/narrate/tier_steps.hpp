#pragma once
#include <string>
#include <vector>

#include "planner/plan/sessions/narrate/room_steps.hpp"
#include "planner/plan/sessions/narrate/session_steps.hpp"
#include "planner/plan/sessions/pools/pool_offer.hpp"

/// One class of the plan: what a session takes, what each constraint lets onto a host, how a start goes.
namespace planner::plan::sessions {

/// A class in its pool, and where its numbers go.
struct TierStory {
  SessionStory session;
  const PoolOffer& offer;
  const PoolClass& pool_class;
  bool smt = true;

  [[nodiscard]] const Candidate& candidate() const { return *pool_class.candidate; }
  [[nodiscard]] const catalog::Host& host() const { return *offer.host.host; }
  [[nodiscard]] std::string at(const std::string& name) const { return session.at(name); }
  [[nodiscard]] std::string takes(Resource r) const { return at("takes." + std::string(unit::to_text(r))); }
};

namespace detail {

inline std::string narrate_certain_memory(Narrator& n, const TierStory& t, const std::string& inputs,
                                          const std::string& overhead) {
  const catalog::HostReserve& reserve = reserve_of(n.question());
  const Candidate& c = t.candidate();
  std::string formula = overhead;
  if (reserve.counts_pods()) {
    const std::string per_pod = n.given("catalog." + reserve.id + ".per_pod", reserve.per_pod, source_of(reserve));
    const bool shared = t.session.boundary.kernel == catalog::Kernel::shared;
    formula = overhead + " - min(" + (shared ? overhead : t.at("overhead.shim")) + ", " + per_pod + ") + " + per_pod;
  }
  if (!c.use.lends) formula += " + " + inputs + ".memory";
  return n.step(t.at("certain_memory"), formula, c.use.certain * units::byte, "",
                c.use.lends ? "the rest follows the class's law of use" : "memory is charged in full");
}

/// Where memory is lent, the count is the result of a search; the charge is a host shared out over it.
inline void narrate_lent_memory(Narrator& n, const TierStory& t, const std::string& room, double fits) {
  const std::string most = n.given(t.at("constraints.memory.sessions_per_host"), fits,
                                   "largest count with P(sum of uses > room) <= policy (saddle-point tail)",
                                   "beta law of use on 0..memory, common factor; one more session breaks the limit");
  n.step(t.at("charged_memory"), room + " / " + most, t.candidate().limits[Resource::memory] / fits * units::byte);
}

inline void narrate_cpu(Narrator& n, const TierStory& t, const std::string& inputs) {
  const Candidate& c = t.candidate();
  const std::string loss = narrate_cpu_loss(n, t.session, c.cpu_loss, runs_nested(t.session.boundary, t.host()));
  std::string sum = n.step(t.at("cpu_work"), "(1 + " + loss + ") * " + inputs + ".vcpu", c.cpu.work);
  if (c.cpu.churn) {
    const Seconds lifetime = n.question().session(t.session.session_class).lifetime;
    const catalog::StartFacts& facts = t.session.boundary.start;
    const bool cold = start_kind(n.question(), t.session.boundary) == unit::StartKind::cold;
    const bool curve = !(cold ? facts.curves.cpu_seconds_cold : facts.curves.cpu_seconds_restore).empty();
    const std::string start =
        curve
            ? n.given(t.at("start_cpu"), *c.cpu.churn * lifetime, "read off the measured curve of CPU per start")
            : n.fact(t.session.of_boundary("start.cpu"), facts.cpu);
    sum += " + " + n.step(t.at("cpu_starts"), start + " / " + inputs + ".lifetime", *c.cpu.churn, "",
                          "each session is replaced when it ends");
  }
  n.step(t.takes(Resource::cpu), sum, c.cpu.known());
}

inline void narrate_gpu(Narrator& n, const TierStory& t, const std::string& inputs) {
  const GpuUse& gpu = *t.candidate().gpu;
  if (gpu.profile) {
    const std::string most = n.given("catalog." + gpu.table->id + "/" + gpu.profile->name + ".max_instances",
                                     static_cast<double>(gpu.profile->max_instances), "MIG placement table");
    n.step(t.takes(Resource::gpus), "1 / " + most, gpu.share);
  } else if (gpu.shared()) {
    const std::string most = n.given(t.at("sessions_per_gpu"), whole_down(1.0 / gpu.share),
                                     "by clients, working sets and compute of the card");
    n.step(t.takes(Resource::gpus), "1 / " + most, gpu.share);
  } else {
    n.given(inputs + ".gpu.count", gpu.share, "scenario");
    n.step(t.takes(Resource::gpus), inputs + ".gpu.count", gpu.share);
  }
}

/// What a session takes of a resource, other than memory, CPU and GPUs.
inline std::string narrate_other(Narrator& n, const TierStory& t, Resource r, const std::string& inputs) {
  const double use = t.candidate().use.amounts[r];
  if (r == Resource::disk) return n.step(t.takes(r), inputs + ".disk", use * units::byte);
  return n.given(t.takes(r), use, "what one session takes behind " + t.session.boundary.id);
}

}  // namespace detail

/// Hosts and sessions per host by each constraint alone, and the smallest count of them.
inline void narrate_constraints(Narrator& n, const TierStory& t, const std::string& inputs,
                                const std::string& certain) {
  const Candidate& c = t.candidate();
  std::vector<std::string> all;
  for (const Resource r : all_resources) {
    const double fits = sessions_within(r, c.use.amounts[r], c.limits[r]);
    if (fits == no_limit) continue;
    const std::string name(unit::to_text(r)), id = t.at("constraints." + name + ".sessions_per_host");
    const std::string room = narrate_room(n, t.host(), t.smt, r, c.limits, t.session.boundary.id);
    if (r == Resource::memory && c.use.lends) {
      detail::narrate_lent_memory(n, t, room, fits);
    } else if (r == Resource::starts) {
      n.given(id, fits, "most sessions whose starts the host keeps up with, by the measured curve or ceiling");
    } else {
      if (r == Resource::memory) n.step(t.at("charged_memory"), certain, c.use.certain * units::byte);
      const bool named = r == Resource::cpu || r == Resource::gpus;
      const std::string use = r == Resource::memory ? t.at("charged_memory")
                              : named               ? t.takes(r)
                                                    : detail::narrate_other(n, t, r, inputs);
      n.step(id, "floor(" + room + " / " + use + ")", fits);
    }
    n.step(t.at("constraints." + name + ".hosts"), "ceil(" + t.at("held") + " / " + id + ")",
           whole_up(t.pool_class.sessions / fits));
    all.push_back(id);
  }
  std::string list;
  for (const std::string& id : all) list += (list.empty() ? "" : ", ") + id;
  n.step(t.at("sessions_per_host"), "min(" + list + ")", c.alone.sessions, "", "of a host filled with this class alone");
}

/// Sessions that hold a place at once; where hosts are mixed, the part of them that this host type holds.
inline void narrate_held(Narrator& n, const TierStory& t, const std::string& inputs) {
  const Candidate& c = t.candidate();
  const SessionClass& session = n.question().session(t.session.session_class);
  if (t.pool_class.sessions < c.sessions) {
    n.given(t.at("held"), t.pool_class.sessions, "packing over all host types");
    n.step(t.at("sessions"), t.at("held") + " * unit.session", t.pool_class.sessions * units::session);
    return;
  }
  n.step(t.at("sessions"), inputs + ".concurrent", session.concurrent);
  if (!c.gpu) {
    n.step(t.at("held"), "ceil(" + inputs + ".concurrent / unit.session)", c.sessions);
    return;
  }
  const Seconds scrub = n.question().policy().gpu_scrub.value_or(Seconds{});
  const std::string start =
      c.start.p50 ? t.at("start_p50") : n.given(t.at("start_hold"), c.start_mean, "not published: taken as none");
  const std::string scrub_id = n.given("inputs.policy.gpu_scrub", scrub, "scenario; nothing is published, 0 if not given");
  n.step(t.at("held"),
         "ceil(" + inputs + ".concurrent / unit.session * (" + start + " + " + inputs + ".lifetime + " + scrub_id +
             ") / " + inputs + ".lifetime)",
         c.sessions, "", "a session holds its GPU while it starts and while the GPU is scrubbed");
}

namespace detail {

/// What handing a GPU over adds to a start: pinning of the guest's memory, each GPU, and settling under Kata.
inline std::string narrate_preparation(Narrator& n, const TierStory& t, const std::string& inputs) {
  const catalog::GpuSharing& facts = n.question().catalog.gpu_sharing;
  const unit::VfioPages pages = n.question().policy().vfio_pages;
  const bool thp = pages == unit::VfioPages::transparent_huge, small = pages == unit::VfioPages::small;
  const std::string pin = n.fact(thp     ? "catalog.gpu_sharing.vfio_pin_thp"
                                 : small ? "catalog.gpu_sharing.vfio_pin_small"
                                         : "catalog.gpu_sharing.vfio_pin_1g",
                                 thp ? facts.vfio_pin_thp : small ? facts.vfio_pin_small : facts.vfio_pin_1g);
  std::string formula = inputs + ".memory * " + pin;
  if (t.candidate().gpu->gpus_mapped(1.0) > 0.0)
    formula += " + " + t.takes(Resource::gpus) + " * " + n.fact("catalog.gpu_sharing.vfio_per_gpu", facts.vfio_per_gpu);
  if (is_kata(t.session.boundary)) formula += " + " + n.fact("catalog.gpu_sharing.kata_settle", facts.kata_settle);
  return n.step(t.at("gpu_preparation"), formula, t.candidate().gpu->preparation);
}

}  // namespace detail

inline void narrate_start(Narrator& n, const TierStory& t, const std::string& inputs) {
  const Candidate& c = t.candidate();
  const catalog::StartFacts& facts = t.session.boundary.start;
  const bool cold = start_kind(n.question(), t.session.boundary) == unit::StartKind::cold;
  const bool prepared = c.gpu && c.gpu->preparation > Seconds{};
  const std::string more = prepared ? " + " + detail::narrate_preparation(n, t, inputs) : "";
  const std::string curve = "measured start curve of " + t.session.boundary.id;
  if (!c.start.p50) return;
  if (c.start.p99) {
    n.given(t.at("start_p50"), *c.start.p50, curve, c.start.note);
    n.given(t.at("start_p99"), *c.start.p99, curve, c.start.note);
    return;
  }
  const std::string alone = n.fact(t.session.of_boundary(cold ? "start.cold" : "start.restore"),
                                   cold ? facts.cold : facts.restore);
  n.step(t.at("start_p50"), alone + more, *c.start.p50, "", c.start.note);
}

/// Everything about one session of the class and a host filled with it.
inline void narrate_session(Narrator& n, const TierStory& t) {
  const Candidate& c = t.candidate();
  const std::string inputs = narrate_class(n, t.session.session_class);
  const std::string overhead = narrate_overhead(n, t.session, c.memory, c.gpu && c.gpu->pinned());
  const std::string certain = detail::narrate_certain_memory(n, t, inputs, overhead);
  detail::narrate_cpu(n, t, inputs);
  if (c.gpu) detail::narrate_gpu(n, t, inputs);
  narrate_start(n, t, inputs);
  narrate_held(n, t, inputs);
  narrate_constraints(n, t, inputs, certain);
}

}  // namespace planner::plan::sessions
