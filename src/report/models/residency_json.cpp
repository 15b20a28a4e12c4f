#include "planner/io/catalog.hpp"
#include "planner/report/residency.hpp"
#include "planner/version.hpp"
#include "report/document/json_parts.hpp"
#include "report/models/models_texts.hpp"

namespace planner::report {
namespace {

using namespace planner::units;
using Json = OrderedJson;

Json choice_json(const plan::ListedChoice& c) {
  return {{"chosen", c.chosen},
          {"decision", to_text(c.decision)},
          {"tier", text_or_null(std::string(tier_text(c.tier)))},
          {"weights_from", text_or_null(std::string(tier_text(c.weights_from)))},
          {"sleep_level", c.sleep_level > 0 ? number(c.sleep_level) : Json(nullptr)},
          {"host", c.host},
          {"gpu", c.gpu},
          {"replicas", number(c.replicas)},
          {"gpus_per_replica", number(c.gpus_per_replica)},
          {"gpus", number(c.gpus)},
          {"cards_usd_per_h", usd_per_h(c.cards_usd)},
          {"wait_usd_per_h", usd_per_h(c.wait_usd)},
          {"load_s", number(c.load, second)},
          {"cold_fraction", number(c.cold_fraction)},
          {"mean_wait_s", number(c.mean_wait, second)},
          {"wait_p99_s", number(c.wait_p99, second)},
          {"wait_given_cold_p99_s", number(c.wait_given_cold_p99, second)},
          {"host_memory_gib", number(c.host_memory, GiB)},
          {"disk_gib", number(c.disk, GiB)},
          {"extra_usd_per_h", usd_per_h(c.extra)}};
}

Json model_json(const plan::ListedModel& m) {
  return {{"service", m.name},
          {"model", m.model},
          {"requests_per_h", number(m.requests_per_h)},
          {"break_even_requests_per_h", number(m.break_even_requests_per_h)},
          {"choices", array_of(m.choices, choice_json)}};
}

Json card_json(const plan::CardPrice& c) {
  return {{"host", c.host},
          {"gpu", c.gpu},
          {"idle", number(c.idle)},
          {"part_of_host_usd_per_h", usd_per_h(c.part_of_host)},
          {"one_more_usd_per_h", usd_per_h(c.one_more)},
          {"one_less_usd_per_h", usd_per_h(c.one_less)}};
}

Json memory_json(const plan::MemoryPrice& m) {
  return {{"given_gib", number(m.given, GiB)},
          {"used_gib", number(m.used, GiB)},
          {"gib_more_usd_per_h", usd_per_h(m.gib_more)},
          {"gib_less_usd_per_h", usd_per_h(m.gib_less)},
          {"all_usd_per_h", usd_per_h(m.all)}};
}

Json waiting_json(const plan::WaitPrice& w) {
  return {{"seconds_per_h", number(w.seconds_per_h)},
          {"policy_usd_per_s", number(w.policy, usd / second)},
          {"target_second_more_usd_per_h", usd_per_h(w.target_more)},
          {"target_second_less_usd_per_h", usd_per_h(w.target_less)},
          {"resident_from_usd_per_s", number(w.resident_from, usd / second)}};
}

Json shadow_json(const plan::ResidencyPlan& r) {
  if (r.plan.status == plan::Status::infeasible) return nullptr;
  return {{"gpu", array_of(r.shadow.cards, card_json)},
          {"host_memory", memory_json(r.shadow.host_memory)},
          {"waiting", waiting_json(r.shadow.waiting)}};
}

}  // namespace

std::string residency_json(const ResidencyAnswer& answer) {
  const plan::ModelPlan& p = answer.plan.plan;
  const Json json{{"planner", version()},
                  {"catalog", io::content_hash(answer.catalog)},
                  {"question", "residency"},
                  {"name", answer.inputs.name},
                  {"status", to_text(p.status)},
                  {"usd_per_h", usd_per_h(p.usd)},
                  {"wait_usd_per_h", usd_per_h(p.wait_usd)},
                  {"lower_bound_usd_per_h", usd_per_h(p.lower_bound_usd)},
                  {"gap", number(p.gap)},
                  {"proven", p.proven},
                  {"models", array_of(answer.plan.models, model_json)},
                  {"shadow_prices", shadow_json(answer.plan)},
                  {"reasons", p.reasons}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace planner::report
