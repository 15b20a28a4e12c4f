#include "io/scenario/models_reader.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "io/catalog/catalog_reader.hpp"
#include "io/scenario/host_list.hpp"
#include "io/scenario/length_trace.hpp"
#include "io/scenario/models_policy_fields.hpp"
#include "io/scenario/policy_reader.hpp"
#include "io/text/names.hpp"
#include "planner/io/fit_question.hpp"
#include "planner/io/unit_text.hpp"
#include "planner/plan/models/question/input_rules.hpp"

namespace planner::io {
namespace {

using catalog::Catalog;

constexpr Range rate{.high = 1e9, .above_low = true};
constexpr Range token_count{.high = 1e8};
constexpr Range some_tokens{.low = 1, .high = 1e8};
constexpr Range whole_tokens{.low = 1, .high = 1e8, .whole = true};
constexpr Range peakedness{.low = 1, .high = 1000};
constexpr Range hours{.high = 24, .above_low = true};
constexpr Range hour_of_day{.high = 24};
constexpr Range spread{.high = 25};
constexpr Range part_found{.high = 0.99};
constexpr Range degree{.low = 1, .high = 1024, .whole = true};

/// A file beside the scenario: nothing outside its folder is read.
bool is_beside(const std::filesystem::path& file) {
  return file.is_relative() && std::ranges::none_of(file, [](const auto& step) { return step == ".."; });
}

void take_measured(Reader& r, plan::Demand& d, const std::string& file, const std::string& folder) {
  if (!is_beside(file)) {
    r.fault("lengths", "input.path", shown(Json(file)), "a file in the scenario's folder or below is asked for.");
    return;
  }
  try {
    const MeasuredLengths lengths =
        read_length_trace((std::filesystem::path(folder.empty() ? "." : folder) / file).string());
    d.input_tokens = lengths.input;
    d.output_tokens = lengths.output;
    d.tokens_scv = lengths.scv;
  } catch (const FileError& fault) {
    r.fault("lengths", "input.file", shown(Json(file)), fault.what());
  } catch (const InputError& fault) {
    for (const Issue& issue : fault.issues()) r.findings().issues.push_back(issue);
  }
}

/// Lengths of requests: their means, or a file of measured requests.
void read_lengths(Reader& r, plan::Demand& d, const std::string& folder) {
  std::string file;
  if (r.text("lengths", file)) {
    take_measured(r, d, file, folder);
    for (const char* other : {"input_tokens", "output_tokens", "tokens_scv"})
      if (r.has(other)) r.fault(other, "input.conflict", "beside lengths", "the file of lengths gives it.");
    return;
  }
  r.require({"input_tokens", "output_tokens"});
}

/// Formulas and simulator know Poisson requests and bursts.
void read_burstiness(Reader& r, plan::Demand& d) {
  if (r.number("arrivals_scv", d.arrivals_scv, spread) && d.arrivals_scv < 1)
    r.fault("arrivals_scv", "input.out_of_range", print_number(d.arrivals_scv, 6), "must be at least 1 (Poisson).",
            "Arrivals that are more even are not modelled: take 1, which plans for longer waits.");
}

plan::Demand read_demand(Reader& r, const std::string& folder) {
  plan::Demand d;
  r.require({"team", "requests_per_s"});
  if (r.text("team", d.team)) check_name(r, "team", d.team);
  r.quantity("requests_per_s", d.rate, rate);
  r.count("input_tokens", d.input_tokens, some_tokens);
  r.count("output_tokens", d.output_tokens, token_count);
  r.number("tokens_scv", d.tokens_scv, spread);
  read_lengths(r, d, folder);
  r.number("prefix_hit", d.prefix_hit, part_found);
  r.number("peak_to_mean", d.peak_to_mean, peakedness);
  read_burstiness(r, d);
  r.number("active_hours_per_day", d.active_hours_per_day, hours);
  r.number("active_from", d.active_from, hour_of_day);
  r.quantity("ttft_p95", d.ttft_p95, positive);
  r.quantity("tpot_p95", d.tpot_p95, positive);
  r.quantity("cold_wait_p99", d.cold_wait_p99, positive);
  return d;
}

/// What the model of `service` cannot answer.
void check_request(Reader& r, const plan::Service& service, const plan::Demand& d, const Catalog& catalog) {
  const auto* model = catalog::find(catalog.models, service.model);
  if (model == nullptr) return;
  if (const auto wrong = plan::models::request_fault(*model, service, d))
    r.fault(wrong->field, wrong->code, wrong->found, wrong->rule);
}

void read_teams(Reader& r, plan::Service& service, const Catalog& catalog, const std::string& folder) {
  std::set<std::string> teams;
  r.each("demand", [&](Reader& inner) {
    service.demand.push_back(read_demand(inner, folder));
    check_request(inner, service, service.demand.back(), catalog);
    const std::string& team = service.demand.back().team;
    if (!team.empty() && !teams.insert(team).second)
      inner.fault("team", "input.duplicate_name", '"' + team + '"', "stands twice for this model: add up its demand.");
  });
  if (r.has("demand") && service.demand.empty())
    r.fault("demand", "input.empty", "an empty list", "at least one team's demand must be given.");
}

/// The format of weights or of the cache.
void read_format(Reader& r, const char* field, std::string& into, const Catalog& catalog,
                 bool catalog::NumberFormat::*suits) {
  if (!r.text(field, into)) return;
  std::vector<std::string> known;
  for (const auto& [id, format] : catalog.number_formats)
    if (format.*suits) known.push_back(id);
  check_known(r, field, {into}, known);
}

void check_length(Reader& r, const plan::Service& s, const Catalog& catalog) {
  const auto* model = catalog::find(catalog.models, s.model);
  if (model == nullptr || !s.max_len || model->positions <= 0 || *s.max_len <= model->positions) return;
  r.fault("max_len", "input.out_of_range", print_number(*s.max_len),
          "the model was made for at most " + print_number(model->positions) + " tokens.");
}

plan::Service read_service(Reader& r, const Catalog& catalog, const std::string& folder) {
  plan::Service s;
  r.require({"model", "demand"});
  if (r.text("model", s.model)) check_known(r, "model", {s.model}, catalog.models);
  if (r.text("name", s.name)) check_name(r, "name", s.name);
  read_format(r, "weights", s.weights, catalog, &catalog::NumberFormat::for_weights);
  read_format(r, "kv_cache", s.kv_cache, catalog, &catalog::NumberFormat::for_cache);
  if (r.text("gpu", s.gpu)) check_known(r, "gpu", {s.gpu}, catalog.gpus);
  r.number("tensor_parallel", s.tensor_parallel, degree);
  r.number("max_len", s.max_len, whole_tokens);
  check_length(r, s, catalog);
  read_teams(r, s, catalog, folder);
  return s;
}

void read_services(Reader& section, plan::ModelInputs& inputs, const Catalog& catalog, const std::string& folder) {
  std::set<std::string> seen;
  section.each("services", [&](Reader& r) {
    inputs.services.push_back(read_service(r, catalog, folder));
    const plan::Service& s = inputs.services.back();
    const std::string& id = s.name.empty() ? s.model : s.name;
    if (!id.empty() && !seen.insert(id).second)
      r.fault(s.name.empty() ? "model" : "name", "input.duplicate_name", '"' + id + '"',
              "is served twice: give each a `name` of its own.");
  });
  if (section.has("services") && inputs.services.empty())
    section.fault("services", "input.empty", "an empty list", "at least one model must be given.");
}

void read_engine(Reader& section, plan::ModelInputs& inputs, const Catalog& catalog) {
  std::string asked = "vllm";
  if (!section.text("engine", asked)) inputs.defaults.emplace_back("/models/engine");
  inputs.engine = engine_called(catalog, asked);
  if (inputs.engine.empty()) section.unknown_name("engine", asked, names_of(catalog.engines));
}

void read_load(Reader& section, plan::LoadPaths& load) {
  section.object("load", [&](Reader& r) {
    r.quantity("host_cache", load.host_cache);
    r.quantity("object_store", load.object_store, positive);
    r.quantity("local_nvme", load.local_nvme, positive);
    r.quantity("peer", load.peer, positive);
    r.flag("sleep", load.sleep);
  });
}

void read_policy(Reader& section, plan::ModelInputs& inputs) {
  const auto read = [&](Reader& r) {
    PolicyReader policy(r, "/models/policy/", inputs.defaults);
    visit_models_policy(inputs.policy, policy);
  };
  if (section.object("policy", read) || section.has("policy")) return;
  const Json nothing = Json::object();
  Reader empty(nothing, section.at("policy"), section.findings());
  read(empty);
}

}  // namespace

bool reread_service(Reader& r, const Catalog& catalog, const std::string& folder, std::size_t i,
                    plan::ModelInputs& inputs) {
  plan::Service& before = inputs.services[i];
  plan::Service now = read_service(r, catalog, folder);
  r.done();
  if (!r.findings().issues.empty() || now.name != before.name || now.model != before.model) return false;
  before = std::move(now);
  return true;
}

plan::ModelInputs read_models(Reader& section, const Catalog& catalog, const std::string& folder) {
  plan::ModelInputs inputs;
  section.require({"services"});
  read_engine(section, inputs, catalog);
  read_services(section, inputs, catalog, folder);
  inputs.gpu_hosts = read_candidates(section, "gpu_hosts", catalog, true);
  if (!section.has("gpu_hosts")) inputs.defaults.emplace_back("/models/gpu_hosts");
  read_load(section, inputs.load);
  read_policy(section, inputs);
  return inputs;
}

}  // namespace planner::io
