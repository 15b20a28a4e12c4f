#pragma once
#include <string>
#include <vector>

#include "planner/report/sessions.hpp"

/// What the memo on sessions says of single points, a line for each.
namespace planner::report {

/// The hosts from base to all, and what each part is for: "At peak 172 hosts for 4,300 USD/h. On top: ...".
std::string headroom_sentence(const plan::SessionPlan& plan);

/// Classes whose memory is lent: what is charged, on which assumptions, and what that needs of the boundary.
std::vector<std::string> lending_lines(const SessionAnswer& answer);

/// Starts per second of a filled host beside what is published of the boundary.
std::vector<std::string> start_rate_lines(const SessionAnswer& answer);

/// What each boundary that is used asks of the software in it, as published: platform, vCPUs, its way to a GPU, and the
/// ways that it does not have.
std::vector<std::string> compatibility_lines(const SessionAnswer& answer);

/// Classes that could have a stronger boundary for nothing.
std::vector<std::string> free_isolation_lines(const SessionAnswer& answer);

}  // namespace planner::report
