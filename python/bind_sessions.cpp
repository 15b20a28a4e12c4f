#include <pybind11/stl.h>

#include "bind.hpp"
#include "planner/base/error.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/explain.hpp"
#include "planner/report/page.hpp"
#include "planner/report/sessions.hpp"
#include "planner/report/uncertainty.hpp"

namespace planner::python {
namespace {

namespace py = pybind11;

using Writer = std::string (*)(const report::SessionAnswer&);
const std::map<std::string, Writer> writers{{"json", report::sessions_json},         {"table", report::sessions_table},
                                            {"markdown", report::sessions_markdown}, {"html", report::sessions_html},
                                            {"csv", report::sessions_csv},           {"memo", report::sessions_memo}};

/// A question as Python puts it.
struct Question {
  std::string text, name, overlay;
  std::vector<std::string> changes;
  std::optional<report::UncertaintyAsked> worlds{};

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
  py::class_<Question>(module, "SessionQuestion")
      .def(py::init([](std::string text, std::string name, std::string overlay, std::vector<std::string> changes,
                       std::optional<std::size_t> samples, std::uint64_t seed, std::optional<double> fleet_hosts,
                       bool redecide) {
             Question q{std::move(text), std::move(name), std::move(overlay), std::move(changes)};
             if (samples) q.worlds = report::UncertaintyAsked{*samples, seed, fleet_hosts, redecide};
             return q;
           }),
           py::arg("text"), py::arg("name"), py::arg("overlay"), py::arg("changes"), py::arg("samples") = py::none(),
           py::arg("seed") = 1, py::arg("fleet_hosts") = py::none(), py::arg("redecide") = false)
      .def("answer", &answer, py::arg("format"), unlocked)
      .def("explain", &explanation, py::arg("path"), unlocked);
}

}  // namespace planner::python
