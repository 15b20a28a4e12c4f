#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "planner/evidence/source.hpp"
#include "planner/evidence/trace.hpp"

/// The derivation of a number, from the trace of an answer.
namespace planner::report {

/// What places of a plan's JSON are called in the ids of steps: `tiers.0` -> `tiers.snippet`, `headroom.pools.0.zones` ->
/// `inputs.policy.zones`. They let `/tiers/0/hosts` find `tiers.snippet.hosts`.
using ElementNames = std::map<std::string, std::string, std::less<>>;

using Sources = std::map<std::string, Source, std::less<>>;

/// The ids that a person means by `path`: one id; the ids that have it as a prefix; a JSON path or pointer of the plan.
/// Of the steps under a prefix those are given that no other step under it is made of.
/// @throws InputError `input.unknown_name` with the nearest ids where there is none.
std::vector<std::string> find_steps(const Trace& trace, std::string_view path, const ElementNames& names);

/// The derivation of these ids as an indented tree: number, formula with names, formula with values, note; every step
/// is worked out where it appears first; sources as footnotes.
std::string explain_text(const Trace& trace, const std::vector<std::string>& ids, const Sources& sources);

/// All ids with their values, one a line.
std::string list_steps(const Trace& trace);

/// The steps that these ids rest on, in the order in which they were worked out; all steps where no id is given.
std::string explain_json(const Trace& trace, const std::vector<std::string>& ids);

}  // namespace planner::report
