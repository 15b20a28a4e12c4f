#include "io/scenario/session_words.hpp"
#include "planner/io/catalog.hpp"
#include "planner/report/outline.hpp"
#include "planner/report/sessions.hpp"
#include "planner/version.hpp"
#include "report/document/json_parts.hpp"
#include "report/sessions/session_prices.hpp"
#include "report/sessions/session_texts.hpp"
#include "report/uncertainty/uncertainty_json.hpp"

namespace planner::report {
namespace {

using namespace planner::units;
using Json = OrderedJson;

Json constraint_json(const plan::ConstraintCount& c) {
  return {{"constraint", c.constraint}, {"hosts", number(c.hosts)}, {"sessions_per_host", number(c.sessions_per_host)}};
}

Json pattern_json(const plan::HostPattern& pattern) {
  const auto part = [](const plan::PatternPart& p) {
    return Json{{"class", p.session_class}, {"sessions", number(p.sessions)}};
  };
  return {{"hosts", number(pattern.hosts)}, {"holds", array_of(pattern.holds, part)}};
}

Json pool_json(const plan::Pool& p) {
  return {{"trust", p.trust},
          {"boundary", p.boundary},
          {"host", p.host},
          {"hosts", number(p.hosts)},
          {"usd_per_h", usd_per_h(p.usd)},
          {"lower_bound_hosts", number(p.lower_bound_hosts)},
          {"lower_bound_usd_per_h", usd_per_h(p.lower_bound_usd)},
          {"proven", p.proven},
          {"patterns", array_of(p.patterns, pattern_json)}};
}

Json overhead_json(const unit::OverheadParts& o) {
  return {{"monitor_mib", number(o.monitor, MiB)},
          {"guest_base_mib", number(o.guest_base, MiB)},
          {"shim_mib", number(o.shim, MiB)},
          {"page_structures_mib", number(o.page_structures, MiB)},
          {"total_mib", number(o.total(), MiB)}};
}

Json tier_json(const plan::Tier& t) {
  return {{"class", t.session_class},
          {"trust", t.trust},
          {"boundary", t.boundary},
          {"host", t.host},
          {"gpu_mode", text_or_null(t.gpu_mode)},
          {"gpu_slice", text_or_null(t.gpu_slice)},
          {"kernel", t.kernel},
          {"sessions", number(t.sessions, session)},
          {"hosts", number(t.hosts)},
          {"gpus", number(t.gpus)},
          {"sessions_per_host", number(t.sessions_per_host)},
          {"binding", t.binding},
          {"constraints", array_of(t.counts, constraint_json)},
          {"overhead", overhead_json(t.overhead)},
          {"charged_memory_mib", number(t.charged_memory, MiB)},
          {"cpu_loss", number(t.cpu_loss)},
          {"start_p50_s", number(t.start.p50, second)},
          {"start_p99_s", number(t.start.p99, second)},
          {"start_note", text_or_null(t.start.note)},
          {"usd_per_h", usd_per_h(t.usd)},
          {"runner_up", text_or_null(t.runner_up)},
          {"runner_up_extra_usd_per_h", usd_per_h(t.runner_up_extra)},
          {"tie_with_runner_up", t.tie_with_runner_up},
          {"break_even", t.break_even}};
}

Json comparison_class_json(const plan::ComparisonClass& c) {
  return {{"class", c.session_class},
          {"overhead_mib", number(c.overhead, MiB)},
          {"cpu_loss", number(c.cpu_loss)},
          {"start_p50_s", number(c.start.p50, second)},
          {"start_p99_s", number(c.start.p99, second)},
          {"start_note", text_or_null(c.start.note)}};
}

Json comparison_json(const plan::ComparisonRow& row) {
  return {{"boundary", row.boundary},
          {"name", row.name},
          {"status", to_text(row.status)},
          {"host", text_or_null(row.host)},
          {"hosts", number(row.hosts)},
          {"usd_per_h", usd_per_h(row.usd)},
          {"usd_per_session_h", usd_per_h(row.usd_per_session)},
          {"sessions_per_host", number(row.sessions_per_host)},
          {"density_vs_container", number(row.density_vs_container)},
          {"extra_hosts", number(row.extra_hosts)},
          {"extra_usd_per_h", usd_per_h(row.extra_usd)},
          {"binding", text_or_null(row.binding)},
          {"kernel", row.kernel},
          {"host_syscalls", text_or_null(row.host_syscalls)},
          {"classes", array_of(row.classes, comparison_class_json)},
          {"reasons", row.reasons}};
}

Json warm_pool_json(const plan::WarmPool& w) {
  return {{"class", w.session_class},
          {"trust", w.trust},
          {"boundary", w.boundary},
          {"host", w.host},
          {"scope", w.scope},
          {"pools", number(w.pools)},
          {"sessions_per_pool", number(w.sessions_per_pool)},
          {"sessions", number(w.sessions)},
          {"miss_probability", number(w.miss_probability)},
          {"hosts", number(w.hosts)},
          {"gpus", number(w.gpus)},
          {"usd_per_h", usd_per_h(w.usd)},
          {"why", w.why}};
}

Json headroom_pool_json(const plan::Headroom& h) {
  return {{"trust", h.trust},
          {"boundary", h.boundary},
          {"host", h.host},
          {"base_hosts", number(h.base_hosts)},
          {"warm_pool_hosts", number(h.warm_pool_hosts)},
          {"zones", number(h.zones)},
          {"hosts_per_zone", number(h.per_zone)},
          {"zone_loss", number(h.zone_loss)},
          {"failures", h.failures_known ? number(h.failures) : Json(nullptr)},
          {"drain", number(h.drain)},
          {"rounding", number(h.rounding)},
          {"hosts", number(h.hosts)},
          {"gpus", number(h.gpus)},
          {"usd_per_h", usd_per_h(h.usd)}};
}

Json headroom_json(const std::vector<plan::Headroom>& pools) {
  double hosts = 0, gpus = 0;
  UsdPerTime usd{};
  for (const plan::Headroom& h : pools) {
    hosts += h.hosts;
    gpus += h.gpus;
    usd += h.usd;
  }
  return {{"hosts", number(hosts)},
          {"gpus", number(gpus)},
          {"usd_per_h", usd_per_h(usd)},
          {"pools", array_of(pools, headroom_pool_json)}};
}

Json rejected_json(const plan::Rejected& r) {
  return {{"class", text_or_null(r.session_class)},
          {"option", r.option},
          {"code", r.code},
          {"reason", r.reason},
          {"change", text_or_null(r.change)}};
}

Json unknown_json(const plan::Unknown& u) {
  return {{"class", text_or_null(u.session_class)},
          {"option", u.option},
          {"what", u.what},
          {"matters_from", text_or_null(u.matters_from)}};
}

Json reliance_json(const plan::Reliance& r) {
  return {{"class", r.session_class},
          {"boundary", r.boundary},
          {"figure", r.figure},
          {"turns_choice", r.turns_choice},
          {"consequence", r.consequence}};
}

Json variant_json(const plan::Variant& v) {
  const bool priced = v.status == plan::Status::ok;
  return {{"name", v.name},
          {"description", v.description},
          {"status", to_text(v.status)},
          {"hosts", priced ? number(v.hosts) : Json(nullptr)},
          {"usd_per_h", priced ? usd_per_h(v.usd) : Json(nullptr)},
          {"extra_usd_per_h", v.over.empty() ? Json(nullptr) : usd_per_h(v.extra_usd)},
          {"extra_over", text_or_null(v.over)}};
}

Json fleet_json(const plan::HostsInUse& h) {
  return {{"host", h.host}, {"purpose", h.purpose}, {"hosts", number(h.hosts)}};
}

Json price_json(const PriceUsed& p) { return {{"host", p.host}, {"usd_per_h", usd_per_h(p.usd)}, {"list", p.list}}; }

Json default_json(const DefaultUsed& d) { return {{"field", d.field}, {"value", d.value}, {"meaning", d.meaning}}; }

}  // namespace

std::string sessions_json(const SessionAnswer& answer) {
  const plan::SessionPlan& p = answer.plan;
  Json json{{"planner", version()},
            {"catalog", io::content_hash(answer.catalog)},
            {"seed", nullptr},  // without samples no random numbers are drawn
            {"question", "sessions"},
            {"name", answer.inputs.name},
            {"status", to_text(p.status)},
            {"hosts", number(p.hosts)},
            {"gpus", number(p.gpus)},
            {"usd_per_h", usd_per_h(p.usd)},
            {"base_hosts", number(p.base_hosts)},
            {"base_usd_per_h", usd_per_h(p.base_usd)},
            {"lower_bound_usd_per_h", usd_per_h(p.lower_bound_usd)},
            {"lower_bound_hosts", number(p.lower_bound_hosts)},
            {"proven", p.proven},
            {"lower_bound_total_usd_per_h", usd_per_h(p.lower_bound_total_usd)},
            {"proven_total", p.proven_total},
            {"headroom", headroom_json(p.headroom)},
            {"warm_pools", array_of(p.warm_pools, warm_pool_json)},
            {"pools", array_of(p.pools, pool_json)},
            {"fleet", array_of(outline(answer).fleet, fleet_json)},
            {"tiers", array_of(p.tiers, tier_json)},
            {"comparison", array_of(p.comparison, comparison_json)},
            {"variants", array_of(p.variants, variant_json)},
            {"rejected", array_of(p.rejected, rejected_json)},
            {"unknown", array_of(p.unknown, unknown_json)},
            {"rests_on", array_of(p.rests_on, reliance_json)},
            {"purchase", io::word_for(io::purchase_words, answer.inputs.policy.purchase)},
            {"prices", array_of(prices_used(answer), price_json)},
            {"reasons", p.reasons},
            {"notes", p.notes},
            {"defaults", array_of(defaults_used(answer.inputs), default_json)}};
  if (answer.uncertainty != nullptr) {
    json["seed"] = answer.uncertainty->seed;
    json["uncertainty"] = uncertainty_json(*answer.uncertainty);
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace planner::report
