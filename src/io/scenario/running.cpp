#include "planner/io/running.hpp"

#include <nlohmann/json.hpp>

#include "planner/base/error.hpp"

namespace planner::io {
namespace {

using Json = nlohmann::json;

plan::RunningFleet fleet_in(const Json& plan) {
  plan::RunningFleet fleet;
  for (const Json& gpu : plan.at("placement"))
    fleet.gpus.push_back({gpu.at("host"), gpu.at("gpu_index"), gpu.at("models")});
  for (const Json& service : plan.at("services")) {
    const bool sleeps = service.at("tier") == "gpu-sleep";
    if (sleeps) fleet.asleep.insert(service.at("service"));
    if (sleeps || service.at("decision") != "on-demand")
      fleet.gpus_per_replica[service.at("service")] = service.at("gpus_per_replica");
  }
  return fleet;
}

}  // namespace

plan::RunningFleet read_running(const std::string& text, const std::string& name) {
  try {
    return fleet_in(Json::parse(text));
  } catch (const Json::exception&) {
    throw InputError({{name, "input.type", "another text", "the JSON of a plan of models is asked for.",
                       "Write it with planner models FILE --json."}});
  }
}

}  // namespace planner::io
