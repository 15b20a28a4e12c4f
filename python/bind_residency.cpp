#include "bind.hpp"
#include "planner/io/choice_file.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/choice.hpp"

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

}  // namespace

void bind_residency(py::module_& module) {
  module.def("residency", &residency, py::arg("text"), py::arg("name"), py::arg("gap"), py::arg("effort"),
             py::arg("exact_runner_up"), py::call_guard<py::gil_scoped_release>());
}

}  // namespace planner::python
