#include <pybind11/stl.h>

#include "bind.hpp"
#include "planner/io/choice_file.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/choice.hpp"
#include "planner/report/residency.hpp"

namespace planner::python {
namespace {

namespace py = pybind11;

std::string residency(const std::string& text, const std::string& name, double gap, double effort,
                      bool exact_runner_up) {
  plan::ChoiceInputs inputs = io::read_choice(text, name);
  inputs.effort = math::choice::effort_of(gap, effort);
  inputs.exact_runner_up = exact_runner_up;
  return report::choice_json(inputs, plan::compiled::plan_choice(inputs));
}

Texts residency_of(const std::string& text, const std::string& name, const std::string& overlay,
                   const std::vector<std::string>& changes) {
  const io::ModelScenario scenario = io::read_model_scenario(text, name, known_catalog(overlay), changes);
  const plan::ResidencyPlan plan = plan::compiled::plan_residency(scenario.catalog, scenario.inputs);
  const report::ResidencyAnswer answer{scenario.catalog, scenario.inputs, plan};
  return {{"json", report::residency_json(answer)},
          {"table", report::residency_table(answer)},
          {"markdown", report::residency_markdown(answer)},
          {"csv", report::residency_csv(answer)}};
}

}  // namespace

void bind_residency(py::module_& module) {
  module.def("residency", &residency, py::arg("text"), py::arg("name"), py::arg("gap"), py::arg("effort"),
             py::arg("exact_runner_up"), py::call_guard<py::gil_scoped_release>());
  module.def("residency_of", &residency_of, py::arg("text"), py::arg("name"), py::arg("overlay"), py::arg("changes"),
             py::call_guard<py::gil_scoped_release>());
}

}  // namespace planner::python
