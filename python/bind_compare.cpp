#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "planner/report/sweep.hpp"
#include "planner/report/whatif.hpp"

namespace planner::python {
namespace {

namespace py = pybind11;

using Named = std::pair<std::string, std::vector<std::string>>;  ///< an alternative's changes, an axis's values

std::string whatif(const std::string& text, const std::string& name, const std::string& overlay,
                   const std::vector<Named>& alternatives, const std::string& format,
                   const std::optional<std::pair<std::string, std::string>>& existing) {
  const catalog::Catalog known = known_catalog(overlay);
  report::WhatIf question{report::outline_of(text, name, known), {}, {}};
  for (const auto& [label, changes] : alternatives)
    question.alternatives.push_back({label, changes, report::outline_of(text, name, known, changes)});
  if (existing) report::read_existing(question, existing->first, existing->second, known);
  if (format == "table") return report::whatif_table(question);
  if (format == "html") return report::whatif_html(question);
  return format == "markdown" ? report::whatif_markdown(question) : report::whatif_json(question);
}

/// A sweep whose points are answered a part at a time.
struct SweepQuestion {
  report::Sweep sweep{};
  std::string overlay{};

  /// Rows of points [begin, end) as JSON lines.
  [[nodiscard]] std::string rows(std::size_t begin, std::size_t end, int threads) const {
    std::string lines;
    report::run_sweep(sweep, begin, std::min(end, sweep.points()), known_catalog(overlay), threads,
                      [&](const report::SweepBlock& block) {
                        for (const report::SweepRow& row : block.rows) lines += report::sweep_jsonl_row(row, sweep);
                      });
    return lines;
  }
};

SweepQuestion sweep_question(std::string text, std::string name, std::string overlay, std::vector<std::string> changes,
                             const std::vector<Named>& axes, bool closed_form, std::optional<std::size_t> samples,
                             std::uint64_t seed) {
  report::Sweep sweep{.text = std::move(text), .name = std::move(name)};
  sweep.changes = std::move(changes);
  for (const auto& [path, values] : axes) sweep.axes.push_back({path, values});
  sweep.closed_form = closed_form;
  if (samples) sweep.samples = report::UncertaintyAsked{.samples = *samples, .seed = seed};
  report::make_ready(sweep, known_catalog(overlay));
  return {std::move(sweep), std::move(overlay)};
}

std::vector<std::string> axis_values(const std::string& path, const std::string& values) {
  return io::read_axis(path + "=" + values).values;
}

}  // namespace

void bind_compare(py::module_& module) {
  const py::call_guard<py::gil_scoped_release> unlocked;
  module.def("whatif", &whatif, py::arg("text"), py::arg("name"), py::arg("overlay"), py::arg("alternatives"),
             py::arg("format"), py::arg("existing"), unlocked);
  py::class_<SweepQuestion>(module, "SweepQuestion")
      .def(py::init(&sweep_question), py::arg("text"), py::arg("name"), py::arg("overlay"), py::arg("changes"),
           py::arg("axes"), py::arg("closed_form") = false, py::arg("samples") = py::none(), py::arg("seed") = 1)
      .def("rows", &SweepQuestion::rows, py::arg("begin"), py::arg("end"), py::arg("threads"), unlocked);
  module.def("axis_values", &axis_values, py::arg("path"), py::arg("values"));
}

}  // namespace planner::python
