#pragma once
#include "planner/report/sessions.hpp"
#include "report/document/document.hpp"
#include "report/document/table.hpp"

namespace planner::report {

/// The answer in one sentence.
std::string session_headline(const SessionAnswer& answer);

/// How far base and plan can be above the cheapest.
std::string bound_sentence(const plan::SessionPlan& plan);
/// `qemu-q35 + mig-vgpu 1g.10gb`.
std::string boundary_text(const plan::Tier& tier);
/// From the base of each pool to all of its hosts.
Table headroom_table(const plan::SessionPlan& plan);
/// `cpu_target 0.7, zones 1, ...; not set: host_mtbf, ...`.
std::string defaults_text(const plan::SessionInputs& inputs);
/// Other designs and what each step of isolation costs.
Table variant_table(const plan::SessionPlan& plan);

enum class Detail {
  brief,  ///< for a terminal: what was turned down and what is unknown in few lines
  full,
};

/// The tables of an answer.
Document session_document(const SessionAnswer& answer, Detail detail);

}  // namespace planner::report
