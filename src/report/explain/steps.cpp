#include "report/explain/steps.hpp"

#include <algorithm>

#include "planner/io/unit_text.hpp"
#include "report/explain/formula.hpp"

namespace planner::report {

Steps::Steps(const Trace& trace) : trace_(&trace) {
  for (const Step& step : trace.steps()) by_id_.emplace(step.id, &step);
}

const Step* Steps::find(std::string_view id) const {
  const auto it = by_id_.find(id);
  return it == by_id_.end() ? nullptr : it->second;
}

std::vector<std::string_view> names_in(std::string_view formula) {
  std::vector<std::string_view> names;
  for (const Token& token : tokenize(formula)) {
    const bool fresh = std::ranges::find(names, token.text) == names.end();
    if (token.kind == Token::Kind::name && !is_unit(token.text) && fresh) names.push_back(token.text);
  }
  return names;
}

std::string shown_value(const Step& step) {
  const bool per_second = step.dim == UsdPerTime::dim && step.id.ends_with("_usd_per_s");  // as its name says
  return per_second ? io::print_number(step.value, 6) + " USD/s" : io::print_amount(step.value, step.dim, 6);
}

std::string with_values(std::string_view formula, const Steps& steps) {
  std::string text;
  std::size_t copied = 0;
  for (const Token& token : tokenize(formula)) {
    if (token.kind != Token::Kind::name) continue;
    const auto at = static_cast<std::size_t>(token.text.data() - formula.data());
    const Step* step = steps.find(token.text);
    text += formula.substr(copied, at - copied);
    text += step != nullptr ? shown_value(*step) : is_unit(token.text) ? "1 " + std::string(token.text.substr(5)) : "?";
    copied = at + token.text.size();
  }
  return text + std::string(formula.substr(copied));
}

}  // namespace planner::report
