#include "io/scenario/load_words.hpp"
#include "planner/plan/load/load_trace.hpp"
#include "planner/report/fit.hpp"
#include "planner/report/load.hpp"
#include "planner/version.hpp"
#include "report/document/json_parts.hpp"
#include "report/sessions/session_texts.hpp"

namespace planner::report {
namespace {

using namespace planner::units;
using Json = OrderedJson;

void put_times(Json& out, const Estimate<Seconds>& t) {
  out["p10_s"] = number(t.low, second);
  out["p50_s"] = number(t.typical, second);
  out["p90_s"] = number(t.high, second);
}

std::string_view limit_word(unit::LoadLimit limit) {
  switch (limit) {
    case unit::LoadLimit::place:
      return "place";
    case unit::LoadLimit::loader:
      return "loader";
    case unit::LoadLimit::uplink:
      return "uplink";
  }
  return "loader";
}

Json stage_json(const unit::LoadStage& s) {
  Json json{{"stage", plan::to_text(s.step)}};
  put_times(json, s.time);
  json["bytes_gib"] = s.bytes > Bytes{} ? number(s.bytes, GiB) : Json(nullptr);
  json["gb_per_s"] = number(s.rate.typical, GB_per_s);
  json["limit"] = s.limit && s.rate.known() ? Json(limit_word(*s.limit)) : Json(nullptr);
  json["overlaps"] = s.overlaps;
  return json;
}

Json start_json(const plan::StartOption& o) {
  const unit::LoadStage* longest = plan::longest_stage(o.chain);
  Json json{{"start", io::word_for(io::start_words, o.kind)}};
  put_times(json, o.chain.time);
  json["binding"] = longest != nullptr ? Json(plan::to_text(longest->step)) : Json(nullptr);
  json["host_memory_gib"] = number(o.host_memory, GiB);
  json["gpu_memory_gib_per_gpu"] = o.refused.empty() ? number(o.gpu_memory, GiB) : Json(nullptr);
  json["disk_gib"] = number(o.disk, GiB);
  json["refused"] = text_or_null(o.refused);
  return json;
}

Json unknown_json(const plan::UnknownRate& u) {
  return {{"what", "rate of the place"},
          {"place", io::word_for(io::place_words, u.place)},
          {"binds_below_gb_per_s", number(u.binds_below, GB_per_s)}};
}

Json place_json(const plan::PlaceOption& o) {
  Json json{{"from", io::word_for(io::place_words, o.from)}, {"loader", o.loader->id}};
  put_times(json, o.chain.time);
  for (const unit::LoadStage& s : o.chain.stages)
    if (s.step == unit::LoadStep::weights) json["weights"] = stage_json(s);
  json["unknown"] = o.unknown ? unknown_json(*o.unknown) : Json(nullptr);
  return json;
}

Json unknown_json(const plan::LoadPlan& p) {
  Json list = Json::array();
  if (p.unknown_rate) list.push_back(unknown_json(*p.unknown_rate));
  if (!p.converted_from.empty())
    list.push_back({{"what", "time of converting while loading: files in the served format are taken"},
                    {"published_format", p.converted_from}});
  if (p.engine_of_others) list.push_back({{"what", "stages beside the weights: those of vLLM are taken"}});
  return list;
}

Json reasons_json(const plan::LoadPlan& p) {
  Json list = Json::array();
  for (const plan::FitReason& r : p.fit.reasons)
    list.push_back({{"rule", rule_name(r.rule)}, {"text", reason_text(r, p.fit)}});
  return list;
}

}  // namespace

std::string load_json(const LoadAnswer& a) {
  const plan::LoadPlan& p = a.plan;
  Json out{{"planner", version()},
           {"status", to_text(p.status)},
           {"model", a.inputs.replica.model},
           {"gpu", a.inputs.replica.gpu},
           {"host", text_or_null(a.inputs.host)},
           {"engine", a.inputs.replica.engine},
           {"gpus", number(p.fit.gpus)},
           {"start", io::word_for(io::start_words, a.inputs.start)},
           {"from", io::word_for(io::place_words, a.inputs.from)},
           {"loader", text_or_null(p.loader)},
           {"place_gb_per_s", number(p.place_rate, GB_per_s)},
           {"concurrent", number(a.inputs.loads)},
           {"prefetch", a.inputs.prefetch}};
  put_times(out, p.asked.chain.time);
  out["weights_gib"] = p.starts.empty() ? Json(nullptr) : number(p.weights, GiB);
  out["layers"] = number(p.layers);
  out["stages"] = array_of(p.asked.chain.stages, stage_json);
  out["starts"] = array_of(p.starts, start_json);
  out["places"] = array_of(p.places, place_json);
  out["reasons"] = reasons_json(p);
  out["unknown"] = unknown_json(p);
  return out.dump(2) + "\n";
}

}  // namespace planner::report
