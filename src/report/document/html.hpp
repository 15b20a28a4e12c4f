#pragma once
#include <string>
#include <string_view>

namespace planner::report {

/// The text as HTML shows it, inside and outside of attributes: `&lt;b&gt;` for `<b>`.
std::string escaped(std::string_view text);

/// The text as Markdown shows it: names with tags in them are no HTML.
std::string in_markdown(std::string_view text);

}  // namespace planner::report
