#pragma once
#include <string_view>

#include "planner/plan/load/setup.hpp"
#include "planner/plan/narrator.hpp"

/// The derivation of a start.
namespace planner::plan {

constexpr std::string_view to_text(unit::LoadStep step) {
  switch (step) {
    case unit::LoadStep::provision:
      return "provision";
    case unit::LoadStep::image:
      return "image";
    case unit::LoadStep::process:
      return "process";
    case unit::LoadStep::peer_check:
      return "peer_check";
    case unit::LoadStep::download:
      return "download";
    case unit::LoadStep::weights:
      return "weights";
    case unit::LoadStep::compile:
      return "compile";
    case unit::LoadStep::kernel_build:
      return "kernel_build";
    case unit::LoadStep::capture:
      return "capture";
    case unit::LoadStep::profile:
      return "profile";
    case unit::LoadStep::first_request:
      return "first_request";
    case unit::LoadStep::wake:
      return "wake";
    case unit::LoadStep::restore:
      return "restore";
  }
  return "weights";
}

namespace detail {

/// Records a start: each stage at its typical time (`.p50`) and at its longest (`.p90`).
class LoadNarrator {
 public:
  LoadNarrator(Trace& trace, const LoadInputs& in, const LoadRecords& records, const LoadPlan& plan)
      : n_(trace, no_defaults_), in_(in), r_(records), plan_(plan) {}

  void tell() {
    n_.given("load.gpus", plan_.gpus, "as asked");
    n_.given("load.layers", plan_.layers, "catalog architecture", "of the longest pipeline stage");
    n_.given("load.loads", in_.loads, "as asked", "replicas that load at the same time");
    n_.given("load.weights", plan_.weights, "planner fit", "of all GPUs of the replica");
    for (const unit::LoadStage& s : plan_.asked.chain.stages) tell(s);
    if (plan_.asked.chain.time.known()) tell_total();
  }

 private:
  using End = unit::detail::End;

  static std::string name(const unit::LoadStage& s) { return "stages." + std::string(to_text(s.step)); }
  static std::string at(const unit::LoadStage& s, End end) { return name(s) + (end == End::high ? ".p90" : ".p50"); }

  void tell(const unit::LoadStage& s) {
    if (!s.time.known()) return;
    for (const End end : {End::typical, End::high}) s.fixed != nullptr ? tell_fixed(s, end) : tell_transfer(s, end);
  }

  void tell_fixed(const unit::LoadStage& s, End end) {
    const Fact<Seconds>& f = *s.fixed;
    const Seconds each = *unit::detail::at(f.estimate, end);
    if (s.times == 1) {
      n_.given(at(s, end), each, f.cited(), f.conditions);
      return;
    }
    const std::string per = n_.given(at(s, end) + "_per_layer", each, f.cited(), f.conditions);
    n_.step(at(s, end), per + " * load.layers", *unit::detail::at(s.time, end));
  }

  void tell_transfer(const unit::LoadStage& s, End end) {
    const std::string bytes =
        s.step == unit::LoadStep::image ? n_.fact("image.size", r_.facts->image.size) : "load.weights";
    const auto rate = *unit::detail::at(s.rate, end == End::high ? End::low : end);  // the slowest takes longest
    n_.step(at(s, end), bytes + " / " + tell_rate(s, end, rate), s.bytes / rate);
  }

  std::string tell_rate(const unit::LoadStage& s, End end, BytesPerSecond rate) {
    const std::string id = at(s, end) + "_rate";
    if (s.step == unit::LoadStep::image) return of_fact(id, r_.facts->image.compressed, rate);
    if (s.step == unit::LoadStep::download) return n_.step(id, place() + " / load.loads", rate);
    if (s.path != nullptr) return n_.step(id, "min(" + limits(*s.path, id, end) + ")", rate, "catalog loading.loaders");
    if (plan_.asked.kind == StartKind::snapshot) return tell_snapshot(id, end, rate);
    const std::string share = share_of(id, "wake_uplink_share", r_.facts->forms.wake_uplink_share, end);
    return n_.step(id, "min(" + share + " * " + own_uplinks() + ", " + all_cards() + ")", rate);
  }

  /// What a snapshot is read at, or what its place delivers where that is less.
  std::string tell_snapshot(const std::string& id, End end, BytesPerSecond rate) {
    const Fact<BytesPerSecond>& own = r_.facts->forms.snapshot_rate;
    const BytesPerSecond slowest = *unit::detail::at(own.estimate, end == End::high ? End::low : end);
    const std::string fact = of_fact(id + ".snapshot", own, slowest);
    const bool placed = place_rate(in_, r_, plan_, in_.from).has_value();
    return n_.step(id, placed ? "min(" + fact + ", " + place() + " / load.loads)" : fact, rate);
  }

  std::string of_fact(const std::string& id, const Fact<BytesPerSecond>& f, BytesPerSecond rate) {
    return n_.given(id, rate, f.cited(), f.conditions);
  }

  std::string share_of(const std::string& id, const std::string& what, const Fact<double>& f, End end) {
    const double value = *unit::detail::at(f.estimate, end == End::high ? End::low : end);
    return n_.given(id + "." + what, value, f.cited(), f.conditions);
  }

  /// The limits of a path that are known, as arguments of a minimum.
  std::string limits(const catalog::LoadPath& p, const std::string& id, End end) {
    const auto link = place_rate(in_, r_, plan_, p.from);
    std::string terms;
    const auto add = [&terms](const std::string& term) { terms += (terms.empty() ? "" : ", ") + term; };
    if (p.limit.known())
      add(of_fact(id + ".limit", p.limit, *unit::detail::at(p.limit.estimate, end == End::high ? End::low : end)));
    if (p.link_share.known() && link)
      add(share_of(id, "link_share", p.link_share, end) + " * " + place() + " / load.loads");
    if (!pcie_rate(r_)) return terms;
    if (p.uplink_share.known()) add(share_of(id, "uplink_share", p.uplink_share, end) + " * " + own_uplinks());
    add(all_cards());
    return terms;
  }

  std::string place() {
    return n_.given("load.place", *place_rate(in_, r_, plan_, in_.from), "as given, else the host's record",
                    "what the place delivers to the host");
  }

  std::string pcie() {
    return n_.given("load.pcie", *pcie_rate(r_), "catalog gpus, hosts", "of one uplink, one direction");
  }

  /// What the uplinks of the replica carry; and what its cards get where uplinks are shared.
  std::string own_uplinks() {
    const Fact<double>& per = r_.facts->gpus_per_uplink;
    const std::string rate = pcie();
    n_.fact("load.gpus_per_uplink", per);
    const double count = unit::uplinks(plan_.gpus, per.value());
    return rate + " * " + n_.step("load.uplinks", "ceil(load.gpus / load.gpus_per_uplink)", count);
  }
  std::string all_cards() {
    const std::string rate = pcie();
    n_.fact("load.gpus_per_uplink", r_.facts->gpus_per_uplink);
    return "load.gpus * " + rate + " / min(load.gpus_per_uplink, load.gpus * load.loads)";
  }

  /// Stages that overlap count as the longest of them.
  void tell_total() {
    std::vector<std::string> times, departures;
    for (const unit::LoadStage* s : unit::counted_stages(plan_.asked.chain.stages)) {
      const std::string typical = at(*s, End::typical), more = "(" + at(*s, End::high) + " - " + typical + ")";
      times.push_back(typical);
      departures.push_back(more + " * " + more);
    }
    const Estimate<Seconds>& t = plan_.asked.chain.time;
    n_.step("load.p50", sum_of(times), t.value());
    n_.step("load.p90", "load.p50 + sqrt(" + sum_of(departures) + ")", t.high_or_typical(), "",
            "stages are independent errors; over sources and set-ups, not over repeats");
  }

  static inline const std::vector<std::string> no_defaults_{};
  Narrator n_;
  const LoadInputs& in_;
  const LoadRecords& r_;
  const LoadPlan& plan_;
};

inline void trace_load(Trace& trace, const LoadInputs& in, const LoadRecords& records, const LoadPlan& plan) {
  LoadNarrator(trace, in, records, plan).tell();
}

}  // namespace detail

}  // namespace planner::plan
