#include <fmt/format.h>

#include "io/scenario/purchase_words.hpp"
#include "planner/io/catalog.hpp"
#include "planner/report/models.hpp"
#include "planner/version.hpp"
#include "report/document/json_parts.hpp"
#include "report/models/models_texts.hpp"
#include "report/uncertainty/uncertainty_json.hpp"

namespace planner::report {
namespace {

using namespace planner::units;
using Json = OrderedJson;

Json alternative_json(const std::optional<plan::Alternative>& a) {
  if (!a) return nullptr;
  return {{"hosts", number(a->hosts)},
          {"gpus", number(a->gpus)},
          {"usd_per_h", usd_per_h(a->usd)},
          {"wait_usd_per_h", usd_per_h(a->wait_usd)}};
}

Json fleet_json(const plan::FleetPart& p) {
  return {{"host", p.host},
          {"gpu", p.gpu},
          {"hosts", number(p.hosts)},
          {"spare_hosts", number(p.spares)},
          {"mean_hosts", number(p.mean_hosts)},
          {"purpose", "models"},
          {"gpus", number(p.gpus)},
          {"gpus_used", number(p.gpus_used)},
          {"upgrade_room_gpus", number(p.upgrade_room)},
          {"usd_per_host_h", usd_per_h(p.usd_per_host)},
          {"electricity_usd_per_host_h", usd_per_h(p.electricity_per_host)},
          {"kw_per_host", number(p.power, kW)},
          {"usd_per_h", usd_per_h(p.usd)}};
}

Json spares_json(const plan::ModelPlan& p) {
  Json spares = Json::object();
  for (const plan::FleetPart& part : p.fleet)
    if (part.spares > 0) spares[part.host] = number(part.spares);
  return spares;
}

Json runner_up_json(const std::optional<plan::RunnerUp>& r) {
  if (!r) return nullptr;
  return {{"decision", to_text(r->decision)},
          {"tier", text_or_null(std::string(tier_text(r->tier)))},
          {"gpu", r->gpu},
          {"host", r->host},
          {"gpus_per_replica", number(r->gpus_per_replica)},
          {"replicas", number(r->replicas)},
          {"extra_usd_per_h", usd_per_h(r->extra)}};
}

Json team_json(const plan::TeamService& t) {
  return {{"team", t.team},
          {"peak_requests_per_s", number(t.peak_requests_per_s)},
          {"ttft_p95_s", number(t.ttft_p95, second)},
          {"ttft_target_s", number(t.ttft_target, second)},
          {"tpot_p95_s", number(t.tpot_p95, second)},
          {"tpot_target_s", number(t.tpot_target, second)},
          {"cold_wait_target_s", number(t.cold_wait_target, second)}};
}

Json band_json(const unit::Band& b) { return Json::array({number(b.low), number(b.high)}); }

Json part_json(const plan::HeldPart& p) {
  return {{"replicas", number(p.replicas)}, {"hours_per_day", number(p.hours_per_day)}};
}

void add_decision(Json& json, const plan::ServicePlan& s) {
  json["service"] = s.name;
  json["model"] = s.model;
  json["decision"] = to_text(s.decision);
  json["tier"] = text_or_null(std::string(tier_text(s.tier)));
  json["gpu"] = s.gpu;
  json["host"] = s.host;
  json["replicas"] = number(s.replicas);
  json["gpus_per_replica"] = number(s.gpus_per_replica);
  json["gpus"] = number(s.gpus);
  json["card_share"] = number(s.card_share);
  json["mig_profile"] = text_or_null(s.mig_profile);
  json["busy_share"] = s.decision == plan::Decision::resident_shared ? number(s.busy_share) : Json(nullptr);
  json["parts"] = array_of(s.parts, part_json);
  json["requests_per_h"] = number(s.requests_per_h);
  json["break_even_requests_per_h"] = number(s.break_even_requests_per_h);
  json["runner_up"] = runner_up_json(s.runner_up);
}

Json kept_json(const std::optional<plan::ColdIfKept>& kept) {
  if (!kept) return nullptr;
  return {{"cold_fraction_lru", number(kept->least_recently_used)},
          {"cold_fraction_cost_aware", number(kept->cost_aware)},
          {"cost_aware_error", number(kept->cost_aware_error)}};
}

/// A word of `planner load --start`.
std::string start_text(const plan::ServicePlan& s) {
  return s.sleep_level > 0 ? fmt::format("sleep-{}", s.sleep_level) : "cached";
}

void add_waiting(Json& json, const plan::ServicePlan& s) {
  json["load_s"] = number(s.load, second);
  json["load_p90_s"] = number(s.load_p90, second);
  json["load_from"] = text_or_null(std::string(tier_text(s.load_from)));
  json["load_start"] = s.load ? Json(start_text(s)) : Json(nullptr);
  json["sleep_level"] = s.sleep_level > 0 ? number(s.sleep_level) : Json(nullptr);
  json["falls_asleep_s"] = number(s.falls_asleep, second);
  json["kept_asleep_gib_per_gpu"] = s.sleep_level > 0 ? number(s.kept_asleep, GiB) : Json(nullptr);
  json["cold_starts_per_h"] = number(s.cold_starts_per_h);
  json["cold_fraction"] = number(s.cold_fraction);
  json["if_kept_warm"] = kept_json(s.if_kept_warm);
  json["load_beside_s"] = number(s.load_beside, second);
  json["mean_wait_s"] = number(s.mean_wait, second);
  json["wait_p99_s"] = number(s.wait_p99, second);
  json["wait_p99_at_load_p90_s"] = number(s.wait_p99_slow, second);
  json["wait_given_cold_p99_s"] = number(s.wait_given_cold_p99, second);
  json["idle_timeout_s"] = number(s.idle_timeout, second);
  json["overflow_probability"] = number(s.overflow_probability);
}

void add_memory(Json& json, const plan::ServicePlan& s) {
  json["weights"] = s.weights;
  json["kv_cache"] = s.kv_cache;
  json["weights_gib_per_gpu"] = number(s.weights_per_gpu, GiB);
  json["kv_gib_per_gpu"] = number(s.kv_per_gpu, GiB);
  json["max_len"] = number(s.max_len);
  json["concurrency"] = number(s.concurrency);
}

void add_speed(Json& json, const plan::ServicePlan& s) {
  json["peak_requests_per_s"] = number(s.peak_requests_per_s);
  json["input_tokens"] = number(s.input_tokens);
  json["output_tokens"] = number(s.output_tokens);
  json["batch"] = number(s.batch);
  json["batch_limit"] = to_text(s.limit);
  json["capacity_requests_per_s"] = number(s.capacity_per_s);
  json["capacity_band"] = band_json(s.rate_band);
  json["utilization"] = number(s.utilization);
  json["replicas_by_utilization"] = number(s.replicas_by_utilization);
  json["tpot_at_batch_s"] = number(s.step, second);
  json["queue_wait_p95_s"] = number(s.queue_wait_p95, second);
  json["ttft_p95_s"] = number(s.ttft_p95, second);
  json["tpot_p95_s"] = number(s.tpot_p95, second);
  json["tpot_band"] = band_json(s.tpot_band);
  json["ttft_band"] = band_json(s.ttft_band);
}

Json service_json(const plan::ServicePlan& s) {
  Json json;
  add_decision(json, s);
  add_waiting(json, s);
  add_memory(json, s);
  add_speed(json, s);
  json["usd_per_h"] = usd_per_h(s.usd);
  json["wait_usd_per_h"] = usd_per_h(s.wait_usd);
  json["contention_usd_per_h"] = usd_per_h(s.beside_usd);
  json["input_share"] = number(s.input_share);
  json["usd_per_million_tokens"] = {{"input", number(s.usd_per_million_input)},
                                    {"output", number(s.usd_per_million_output)}};
  json["teams"] = array_of(s.teams, team_json);
  return json;
}

Json placement_json(const plan::GpuPlacement& g) {
  return {{"host", g.host}, {"gpu_index", number(g.gpu_index)}, {"models", g.models}};
}

Json move_json(const plan::Move& m) {
  return {{"service", m.service}, {"host", m.host}, {"replicas", number(m.replicas)}};
}

Json moves_json(const std::optional<plan::Moves>& m) {
  if (!m) return nullptr;
  return {{"loads", number(m->loads)},
          {"lower_bound", number(m->lower_bound)},
          {"load", array_of(m->load, move_json)},
          {"unload", array_of(m->unload, move_json)}};
}

Json pool_part_json(const plan::PoolPart& p) {
  return {{"host", p.host},
          {"gpu", p.gpu},
          {"gpus", number(p.gpus)},
          {"block_gpus", p.block > 0 ? number(p.block) : Json(nullptr)},
          {"kept_asleep_gib_per_gpu", p.block > 0 ? number(p.kept_asleep, GiB) : Json(nullptr)},
          {"models", p.models},
          {"overflow_probability", number(p.overflow_probability)},
          {"overflow_time_share", number(p.overflow_time_share)},
          {"overflow_with_eviction", number(p.overflow_with_eviction)},
          {"loading_beside", number(p.loading_beside)},
          {"host_memory_gib", number(p.host_memory, GiB)},
          {"disk_gib", number(p.disk, GiB)}};
}

Json pool_json(const plan::PoolPlan& p) {
  return {{"gpus", number(p.gpus)},
          {"overflow_probability", number(p.overflow_probability)},
          {"overflow_time_share", number(p.overflow_time_share)},
          {"parts", array_of(p.parts, pool_part_json)}};
}

Json team_share_json(const plan::TeamShare& t) {
  return {{"team", t.team},
          {"model", t.model},
          {"usd_per_h", usd_per_h(t.usd)},
          {"usd_per_million_tokens", number(t.usd_per_million_tokens)}};
}

std::string_view to_text(plan::LatencyTarget what) {
  if (what == plan::LatencyTarget::cold_wait) return "cold_wait_p99";
  return what == plan::LatencyTarget::first_token ? "ttft_p95" : "tpot_p95";
}

Json missed_json(const plan::MissedTarget& t) {
  return {{"service", t.service},
          {"team", t.team},
          {"target", to_text(t.what)},
          {"asked_s", number(t.target, second)},
          {"estimate_s", number(t.estimate, second)},
          {"band", t.band ? band_json(*t.band) : Json(nullptr)}};
}

Json rejected_json(const plan::Rejected& r) {
  return {{"model", text_or_null(r.session_class)},
          {"option", r.option},
          {"code", r.code},
          {"reason", r.reason},
          {"change", text_or_null(r.change)}};
}

Json unknown_json(const plan::Unknown& u) {
  return {{"model", text_or_null(u.session_class)},
          {"option", u.option},
          {"what", u.what},
          {"matters_from", text_or_null(u.matters_from)}};
}

Json default_json(const DefaultUsed& d) { return {{"field", d.field}, {"value", d.value}, {"meaning", d.meaning}}; }

}  // namespace

std::string models_json(const ModelAnswer& answer) {
  const plan::ModelPlan& p = answer.plan;
  Json json{{"planner", version()},
            {"catalog", io::content_hash(answer.catalog)},
            {"seed", nullptr},  // without samples no random numbers are drawn
            {"question", "models"},
            {"name", answer.inputs.name},
            {"engine", answer.inputs.engine},
            {"status", to_text(p.status)},
            {"gpus", number(p.gpus)},
            {"hosts", number(p.hosts)},
            {"spare_hosts", spares_json(p)},
            {"usd_per_h", usd_per_h(p.usd)},
            {"wait_usd_per_h", usd_per_h(p.wait_usd)},
            {"contention_usd_per_h", usd_per_h(p.beside_usd)},
            {"racks", number(p.racks)},
            {"kw", number(p.kw)},
            {"lower_bound_usd_per_h", usd_per_h(p.lower_bound_usd)},
            {"gap", number(p.gap)},
            {"proven", p.proven},
            {"fleet", array_of(p.fleet, fleet_json)},
            {"services", array_of(p.services, service_json)},
            {"placement", array_of(p.placement, placement_json)},
            {"moves", moves_json(p.moves)},
            {"pool", pool_json(p.pool)},
            {"versus",
             {{"all_resident", alternative_json(p.all_resident)},
              {"dedicated_per_team", alternative_json(p.dedicated_per_team)},
              {"without_upgrade_room", alternative_json(p.without_upgrade_room)},
              {"peaks_apart", alternative_json(p.peaks_apart)}}},
            {"teams", array_of(p.teams, team_share_json)},
            {"missed_targets", array_of(p.missed_targets, missed_json)},
            {"rejected", array_of(p.rejected, rejected_json)},
            {"unknown", array_of(p.unknown, unknown_json)},
            {"purchase", io::word_for(io::purchase_words, answer.inputs.policy.purchase)},
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
