#include "planner/report/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "planner/io/unit_text.hpp"
#include "report/document/footnotes.hpp"
#include "report/document/json_parts.hpp"
#include "report/document/table.hpp"
#include "report/explain/steps.hpp"

namespace planner::report {
namespace {

constexpr std::size_t width = 80, deepest_indent = 24, indent_step = 2;

/// `[1] [2] (measured)`.
std::string mark_text(const Footnotes::Mark& mark) {
  std::string text;
  for (const std::size_t number : mark.numbers) text += fmt::format("[{}] ", number);
  return text + mark.rest;
}

std::string footnote_text(const Footnotes& footnotes) {
  const std::vector<const Source*> met = footnotes.in_order();
  std::string text = met.empty() ? "" : "\nSources\n";
  for (std::size_t i = 0; i < met.size(); ++i) {
    const std::string mark = fmt::format("[{}] ", i + 1);
    std::string lead = mark;
    for (const std::string& part : wrapped(source_text(*met[i]) + ". " + met[i]->where, width - mark.size())) {
      text += lead + part + "\n";
      lead.assign(mark.size(), ' ');
    }
  }
  return text;
}

class Tree {
 public:
  Tree(const Trace& trace, const Sources& sources) : steps_(trace), footnotes_(sources) {}

  void add(std::string_view id, std::size_t depth) {
    const Step* step = steps_.find(id);
    if (step == nullptr) return;
    const bool seen = !shown_.emplace(id).second;
    const std::string value = step->id + " = " + shown_value(*step);
    if (seen) {
      line(step->formula.empty() ? value : value + "  (above)", depth);
      return;
    }
    line(step->source.empty() ? value : value + "  " + mark_text(footnotes_.mark(step->source)), depth);
    if (!step->note.empty()) line(step->note, depth + 1);
    if (step->formula.empty()) return;
    line("= " + step->formula, depth + 1);
    line("= " + with_values(step->formula, steps_), depth + 1);
    for (const std::string_view name : names_in(step->formula)) add(name, depth + 1);
  }

  [[nodiscard]] std::string text() const { return text_ + footnote_text(footnotes_); }

 private:
  void line(const std::string& content, std::size_t depth) {
    const std::size_t indent = std::min(depth * indent_step, deepest_indent);
    std::string lead(indent, ' ');
    for (const std::string& part : wrapped(content, width - indent - indent_step)) {
      text_ += lead + part + "\n";
      lead.assign(indent + indent_step, ' ');
    }
  }

  Steps steps_;
  Footnotes footnotes_;
  std::set<std::string, std::less<>> shown_;
  std::string text_;
};

/// These ids and everything they are made of.
std::set<std::string_view> rests_on(const Steps& steps, const std::vector<std::string>& ids) {
  std::set<std::string_view> found;
  std::vector<std::string_view> open(ids.begin(), ids.end());
  while (!open.empty()) {
    const std::string_view id = open.back();
    open.pop_back();
    const Step* step = steps.find(id);
    if (step == nullptr || !found.insert(step->id).second) continue;
    for (const std::string_view name : names_in(step->formula)) open.push_back(name);
  }
  return found;
}

OrderedJson step_json(const Step& step) {
  OrderedJson uses = OrderedJson::array();
  for (const std::string_view name : names_in(step.formula)) uses.push_back(name);
  return {{"id", step.id},
          {"text", shown_value(step)},
          {"value", number(step.value)},
          {"dimension", io::base_unit_name(step.dim)},
          {"formula", text_or_null(step.formula)},
          {"uses", uses},
          {"source", text_or_null(step.source)},
          {"note", text_or_null(step.note)}};
}

}  // namespace

std::string explain_text(const Trace& trace, const std::vector<std::string>& ids, const Sources& sources) {
  Tree tree(trace, sources);
  for (const std::string& id : ids) tree.add(id, 0);
  return tree.text();
}

std::string list_steps(const Trace& trace) {
  std::string text;
  for (const Step& step : trace.steps()) {
    const std::string value = shown_value(step);
    const std::size_t taken = shown_width(step.id) + shown_width(value);
    // An id is to be copied, so it is never broken.
    text += taken + 2 <= width ? step.id + std::string(width - taken, ' ') + value + "\n"
                               : fmt::format("{}\n{:>{}}\n", step.id, value, width);
  }
  return text;
}

std::string explain_json(const Trace& trace, const std::vector<std::string>& ids) {
  const Steps steps(trace);
  const auto wanted = rests_on(steps, ids);
  OrderedJson json = OrderedJson::array();
  for (const Step& step : trace.steps()) {
    if (ids.empty() || wanted.contains(step.id)) json.push_back(step_json(step));
  }
  return json.dump(2) + "\n";
}

}  // namespace planner::report
