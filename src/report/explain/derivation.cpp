#include "report/explain/derivation.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "report/document/footnotes.hpp"
#include "report/document/html.hpp"
#include "report/explain/steps.hpp"

namespace planner::report {
namespace {

class Tree {
 public:
  Tree(const Trace& trace, const Sources& sources) : steps_(trace), footnotes_(sources) {}

  void add(std::string_view id) {
    const Step* step = steps_.find(id);
    if (step == nullptr) return;
    const auto [place, fresh] = places_.emplace(step->id, places_.size() + 1);
    if (!fresh) {
      html_ += fmt::format("<p><a href=\"#step-{}\"><code>{}</code></a> = {}</p>\n", place->second, escaped(step->id),
                           escaped(shown_value(*step)));
    } else if (step->formula.empty()) {
      html_ += fmt::format("<p id=\"step-{}\">{}{}</p>\n", place->second, line(*step), note(*step));
    } else {
      html_ += fmt::format("<details id=\"step-{}\"><summary>{}</summary>\n<p>{}</p>\n", place->second, line(*step),
                           worked(*step));
      for (const std::string_view name : names_in(step->formula)) add(name);
      html_ += "</details>\n";
    }
  }

  [[nodiscard]] bool shown(const std::string& id) const { return places_.contains(id); }
  [[nodiscard]] std::string html() const { return html_ + source_list(); }

 private:
  std::string line(const Step& step) {
    return fmt::format("<code>{}</code> = <b>{}</b>{}", escaped(step.id), escaped(shown_value(step)),
                       step.source.empty() ? "" : cited(footnotes_.mark(step.source)));
  }

  static std::string cited(const Footnotes::Mark& mark) {
    std::string text;
    for (const std::size_t number : mark.numbers) text += fmt::format(" <a href=\"#source-{0}\">[{0}]</a>", number);
    return text + (mark.rest.empty() ? "" : " " + escaped(mark.rest));
  }

  static std::string note(const Step& step) { return step.note.empty() ? "" : "<br>" + escaped(step.note); }

  [[nodiscard]] std::string worked(const Step& step) const {
    return fmt::format("= <code>{}</code><br>= {}{}", escaped(step.formula), escaped(with_values(step.formula, steps_)),
                       note(step));
  }

  [[nodiscard]] std::string source_list() const {
    const std::vector<const Source*> met = footnotes_.in_order();
    if (met.empty()) return "";
    std::string list = "<h3>Sources</h3>\n<ol>\n";
    for (std::size_t i = 0; i < met.size(); ++i)
      list += fmt::format("<li id=\"source-{}\">{}. {}</li>\n", i + 1, escaped(source_text(*met[i])), where(*met[i]));
    return list + "</ol>\n";
  }

  static std::string where(const Source& source) {
    const std::string text = escaped(source.where);
    const bool link = text.starts_with("https://") || text.starts_with("http://");
    return link ? fmt::format("<a href=\"{0}\">{0}</a>", text) : text;
  }

  Steps steps_;
  Footnotes footnotes_;
  std::map<std::string, std::size_t> places_;
  std::string html_;
};

/// Derived steps that no other step is made of.
std::vector<std::string> results(const Trace& trace) {
  std::set<std::string_view> used;
  for (const Step& step : trace.steps())
    for (const std::string_view name : names_in(step.formula)) used.insert(name);
  std::vector<std::string> ids;
  for (const Step& step : trace.steps())
    if (!step.formula.empty() && !used.contains(step.id)) ids.push_back(step.id);
  return ids;
}

}  // namespace

std::string derivation_html(const Trace& trace, const Sources& sources, const std::vector<std::string>& first) {
  Tree tree(trace, sources);
  for (const std::string& id : first) tree.add(id);
  for (const std::string& id : results(trace))
    if (!tree.shown(id)) tree.add(id);
  return tree.html();
}

}  // namespace planner::report
