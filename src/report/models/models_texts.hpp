#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "planner/report/models.hpp"
#include "report/sessions/session_texts.hpp"

/// Words that the reports on models share.
namespace planner::report {

std::string_view to_text(plan::Decision decision);
std::string_view to_text(unit::BatchLimit limit);
/// Empty where weights are on the GPUs.
std::string_view tier_text(const std::optional<plan::WeightTier>& tier);

/// The defaults that the plan rests on, in the order of the policy's fields.
std::vector<DefaultUsed> defaults_used(const plan::ModelInputs& inputs);

/// "10 hosts with 80 GPUs": the answer in one line.
std::string models_headline(const ModelAnswer& answer);

}  // namespace planner::report
