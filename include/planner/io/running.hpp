#pragma once
#include <string>

#include "planner/plan/models/question/inputs.hpp"

namespace planner::io {

/// What runs now, from the JSON of the plan that was made for it (docs/reference/models-json.md): `placement[]` and, of
/// `services[]`, `service`, `decision` and `gpus_per_replica`. Models on demand run nowhere for good.
///
/// @param name what messages call the text
/// @throws InputError where it is no such JSON
plan::RunningFleet read_running(const std::string& text, const std::string& name);

}  // namespace planner::io
