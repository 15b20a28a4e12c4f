#pragma once
#include <string>
#include <string_view>

#include "planner/plan/choice/plan.hpp"

/// Bare resident / on-demand problems as files.
namespace planner::io {

/// Reads a problem: `{"host_cost", "host_gpus", "dram_cost_per_gb_h", "ssd_cost_per_gb_h", "dram_cap", "ssd_cap", "z",
/// "var_grid": [..], "models": [{"name", "opts": [{"name", "gpu_res", "rho", "var", "dram", "ssd", "pen"}]}]}`. All are
/// needed but the name of a model; other fields are notes and passed over.
/// @param name how messages call the text: the file's name
/// @throws InputError with every fault found, by JSON pointer
plan::ChoiceInputs read_choice(std::string_view text, const std::string& name);

/// The problem as a mixed-integer program in CPLEX LP format, which GLPK, CBC, HiGHS, SCIP and others read. Variable
/// `x3_1` is 1 where the fourth model takes its second option, `u5` where the sixth grid point holds, `N` is the number
/// of hosts; numbers have all their digits.
std::string choice_lp(const plan::ChoiceInputs& inputs);

}  // namespace planner::io
