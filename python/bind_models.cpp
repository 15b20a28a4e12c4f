#include "bind_question.hpp"
#include "planner/io/running.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/explain.hpp"
#include "planner/report/models.hpp"
#include "planner/report/page.hpp"
#include "planner/report/prices.hpp"

namespace planner::python {
namespace {

namespace py = pybind11;

using Writer = std::string (*)(const report::ModelAnswer&);
const std::map<std::string, Writer> writers{{"json", report::models_json},
                                            {"table", report::models_table},
                                            {"markdown", report::models_markdown},
                                            {"html", report::models_html},
                                            {"csv", report::models_csv}};

using PriceWriter = std::string (*)(const report::PriceAnswer&);
const std::map<std::string, PriceWriter> price_writers{{"json", report::prices_json},
                                                       {"table", report::prices_table},
                                                       {"markdown", report::prices_markdown},
                                                       {"csv", report::prices_csv}};

/// A question as Python puts it.
struct Question : Asked {
  std::string running{}, running_name{};  ///< JSON of the plan that runs now; empty: none

  [[nodiscard]] io::ModelScenario read() const {
    io::ModelScenario scenario = io::read_model_scenario(text, name, known_catalog(overlay), changes);
    if (!running.empty()) scenario.inputs.running = io::read_running(running, running_name);
    return scenario;
  }
};

void run_beside(Question& question, std::string running, std::string name) {
  question.running = std::move(running);
  question.running_name = std::move(name);
}

std::string answer(const Question& question, const std::string& format) {
  const io::ModelScenario scenario = question.read();
  Trace trace;
  const bool page = format == "page";
  const plan::ModelPlan plan = plan::compiled::plan_models(scenario.catalog, scenario.inputs, page ? &trace : nullptr);
  report::ModelAnswer told{scenario.catalog, scenario.inputs, plan};
  std::optional<plan::UncertaintyPlan> uncertainty;
  if (question.worlds && plan.status != plan::Status::infeasible)
    told.uncertainty = &uncertainty.emplace(report::model_uncertainty(
        question.text, question.name, known_catalog(question.overlay), question.changes, *question.worlds));
  return page ? report::models_page(told, trace) : writers.at(format)(told);
}

std::string explanation(const Question& question, const std::string& path) {
  const io::ModelScenario scenario = question.read();
  Trace trace;
  const bool margin = path.find("shadow_prices") != std::string::npos;  // they take many times as long as the plan
  const plan::ModelPlan plan = margin ? plan::compiled::plan_residency(scenario.catalog, scenario.inputs, &trace).plan
                                      : plan::compiled::plan_models(scenario.catalog, scenario.inputs, &trace);
  if (path.empty()) return report::list_steps(trace);
  const auto ids = report::find_steps(trace, path, report::model_element_names(plan));
  return report::explain_text(trace, ids, scenario.catalog.sources);
}

/// The same question, asked for prices.
std::string price_list(const Question& question, const std::string& format) {
  const io::ModelScenario scenario = question.read();
  const plan::PriceList list = plan::compiled::plan_prices(scenario.catalog, scenario.inputs);
  return price_writers.at(format)({scenario.inputs, list});
}

}  // namespace

void bind_models(py::module_& module) {
  const py::call_guard<py::gil_scoped_release> unlocked;
  bind_question<Question>(module, "ModelQuestion")
      .def("run_beside", &run_beside, py::arg("running"), py::arg("name"))
      .def("answer", &answer, py::arg("format"), unlocked)
      .def("prices", &price_list, py::arg("format"), unlocked)
      .def("explain", &explanation, py::arg("path"), unlocked);
}

}  // namespace planner::python
