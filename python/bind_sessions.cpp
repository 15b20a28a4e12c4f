#include "bind_question.hpp"
#include "planner/base/error.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/explain.hpp"
#include "planner/report/page.hpp"
#include "planner/report/sessions.hpp"

namespace planner::python {
namespace {

namespace py = pybind11;

using Writer = std::string (*)(const report::SessionAnswer&);
const std::map<std::string, Writer> writers{{"json", report::sessions_json},         {"table", report::sessions_table},
                                            {"markdown", report::sessions_markdown}, {"html", report::sessions_html},
                                            {"csv", report::sessions_csv},           {"memo", report::sessions_memo}};

/// A question as Python puts it.
struct Question : Asked {
  [[nodiscard]] io::SessionScenario read() const {
    return io::read_session_scenario(text, name, known_catalog(overlay), changes);
  }
};

std::string answer(const Question& question, const std::string& format) {
  const io::SessionScenario scenario = question.read();
  Trace trace;
  const bool page = format == "page";
  const plan::SessionPlan plan =
      plan::compiled::plan_sessions(scenario.catalog, scenario.inputs, page ? &trace : nullptr);
  report::SessionAnswer told{scenario.catalog, scenario.inputs, plan};
  std::optional<plan::UncertaintyPlan> uncertainty;
  if (question.worlds && plan.status != plan::Status::infeasible)
    told.uncertainty = &uncertainty.emplace(report::session_uncertainty(
        question.text, question.name, known_catalog(question.overlay), question.changes, *question.worlds));
  return page ? report::sessions_page(told, trace) : writers.at(format)(told);
}

std::string explanation(const Question& question, const std::string& path) {
  const io::SessionScenario scenario = question.read();
  Trace trace;
  const plan::SessionPlan plan = plan::compiled::plan_sessions(scenario.catalog, scenario.inputs, &trace);
  if (path.empty()) return report::list_steps(trace);
  const auto ids = report::find_steps(trace, path, report::session_element_names(plan));
  return report::explain_text(trace, ids, scenario.catalog.sources);
}

}  // namespace

void bind_sessions(py::module_& module) {
  const py::call_guard<py::gil_scoped_release> unlocked;
  bind_question<Question>(module, "SessionQuestion")
      .def("answer", &answer, py::arg("format"), unlocked)
      .def("explain", &explanation, py::arg("path"), unlocked);
}

}  // namespace planner::python
