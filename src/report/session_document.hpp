#pragma once
#include "planner/report/sessions.hpp"
#include "report/document.hpp"

namespace planner::report {

/// The answer in one sentence.
std::string session_headline(const SessionAnswer& answer);

/// The tables of an answer; the terminal and Markdown show the same.
Document session_document(const SessionAnswer& answer);

}  // namespace planner::report
