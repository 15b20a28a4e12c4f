#pragma once
#include <string>

#include "report/document/document.hpp"
#include "report/page/chart.hpp"

namespace planner::report {

/// A report as a page to look at.
struct Page {
  std::string title{};
  Document document{};  ///< begins with the answer
  Charts charts{};
  std::string derivation{};  ///< HTML; may be empty
  std::string made_from{};   ///< what it takes to repeat it
};

/// One file of HTML with its style, its charts and the library that draws them: nothing is fetched.
std::string html_page(const Page& page);

}  // namespace planner::report
