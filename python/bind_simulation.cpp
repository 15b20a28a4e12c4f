#include <pybind11/stl.h>

#include "bind.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/simulation.hpp"

namespace planner::python {
namespace {

namespace py = pybind11;

Texts told(plan::Status status, const plan::SimulationInputs& how, const plan::SimulationPlan& played) {
  const report::SimulationAnswer answer{status, how, played};
  return {{"json", report::simulation_json(answer)},
          {"table", report::simulation_table(answer)},
          {"markdown", report::simulation_markdown(answer)},
          {"csv", report::simulation_csv(answer)}};
}

Texts simulate(const std::string& text, const std::string& name, const std::string& overlay,
               const std::vector<std::string>& changes, const plan::SimulationInputs& how) {
  const io::Sections asked = io::sections_of(text, name);
  const catalog::Catalog known = known_catalog(overlay);
  if (asked.models && !asked.sessions) {
    const io::ModelScenario scenario = io::read_model_scenario(text, name, known, changes);
    const plan::ModelPlan plan = plan::compiled::plan_models(scenario.catalog, scenario.inputs);
    return told(plan.status, how, plan::compiled::plan_simulation(plan, how));
  }
  const io::SessionScenario scenario = io::read_session_scenario(text, name, known, changes);
  const plan::SessionPlan plan = plan::compiled::plan_sessions(scenario.catalog, scenario.inputs);
  return told(plan.status, how, plan::compiled::plan_simulation(scenario.inputs, plan, how));
}

}  // namespace

void bind_simulation(py::module_& module) {
  py::class_<plan::SimulationInputs>(module, "SimulationInputs")
      .def(py::init([](std::uint64_t seed, int replications, double confidence, double events) {
             return plan::SimulationInputs{seed, replications, confidence, events};
           }),
           py::arg("seed"), py::arg("replications"), py::arg("confidence"), py::arg("events"));
  module.def("simulate", &simulate, py::arg("text"), py::arg("name"), py::arg("overlay"), py::arg("changes"),
             py::arg("how"), py::call_guard<py::gil_scoped_release>());
}

}  // namespace planner::python
