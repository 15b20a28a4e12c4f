#pragma once
#include "planner/report/sessions.hpp"
#include "report/document.hpp"
#include "report/table.hpp"

namespace planner::report {

/// The answer in one sentence.
std::string session_headline(const SessionAnswer& answer);

/// How far base and plan can be above the cheapest.
std::string bound_sentence(const plan::SessionPlan& plan);
/// `qemu-q35 + mig-vgpu 1g.10gb`.
std::string boundary_text(const plan::Tier& tier);
/// Other designs and what each step of isolation costs.
Table variant_table(const plan::SessionPlan& plan);

enum class Detail {
  brief,  ///< for a terminal: what was turned down and what is unknown in few lines
  full,
};

/// The tables of an answer.
Document session_document(const SessionAnswer& answer, Detail detail);

}  // namespace planner::report
