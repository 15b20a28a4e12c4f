#pragma once
#include "planner/report/sessions.hpp"
#include "report/document.hpp"

namespace planner::report {

/// The answer in one sentence.
std::string session_headline(const SessionAnswer& answer);

enum class Detail {
  brief,  ///< for a terminal: what was turned down and what is unknown in few lines
  full,
};

/// The tables of an answer.
Document session_document(const SessionAnswer& answer, Detail detail);

}  // namespace planner::report
