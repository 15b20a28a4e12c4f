#include "bind.hpp"
#include "planner/version.hpp"

PYBIND11_MODULE(_core, module) {
  module.doc() = "Private: the compiled half of planner. Import planner instead.";
  module.attr("version") = std::string(planner::version());
  planner::python::bind_errors(module);
  planner::python::bind_catalog(module);
  planner::python::bind_compare(module);
  planner::python::bind_fit(module);
  planner::python::bind_models(module);
  planner::python::bind_packing(module);
  planner::python::bind_residency(module);
  planner::python::bind_sessions(module);
  planner::python::bind_simulation(module);
}
