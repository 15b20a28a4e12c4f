#pragma once
#include <pybind11/stl.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "planner/report/uncertainty.hpp"

/// What Python asks about a scenario, whatever it is about.
namespace planner::python {

struct Asked {
  std::string text, name, overlay;
  std::vector<std::string> changes;
  std::optional<report::UncertaintyAsked> worlds{};
};

/// Declares a question that differs from `Asked` by what it reads.
template <class Question>
pybind11::class_<Question> bind_question(pybind11::module_& module, const char* name) {
  namespace py = pybind11;
  return py::class_<Question>(module, name)
      .def(py::init([](std::string text, std::string file, std::string overlay, std::vector<std::string> changes,
                       std::optional<std::size_t> samples, std::uint64_t seed, std::optional<double> fleet_hosts,
                       bool redecide) {
             Question q{{std::move(text), std::move(file), std::move(overlay), std::move(changes)}};
             if (samples) q.worlds = report::UncertaintyAsked{*samples, seed, fleet_hosts, redecide};
             return q;
           }),
           py::arg("text"), py::arg("name"), py::arg("overlay"), py::arg("changes"), py::arg("samples") = py::none(),
           py::arg("seed") = 1, py::arg("fleet_hosts") = py::none(), py::arg("redecide") = false);
}

}  // namespace planner::python
