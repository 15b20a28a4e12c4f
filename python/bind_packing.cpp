#include <pybind11/stl.h>

#include "bind.hpp"
#include "planner/io/pack_file.hpp"
#include "planner/io/placement_file.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/mig.hpp"
#include "planner/report/pack.hpp"
#include "planner/report/placement.hpp"

namespace planner::python {
namespace {

namespace py = pybind11;

std::string pack(const std::string& text, const std::string& name, double gap) {
  plan::PackInputs inputs = io::read_pack(text, name);
  inputs.effort.gap = gap;
  return report::pack_json(inputs, plan::compiled::plan_pack(inputs));
}

Texts place(const std::string& nodes, const std::string& nodes_name, const std::string& pods,
            const std::string& pods_name) {
  const plan::PlacementInputs inputs = io::read_placement({nodes, nodes_name}, {pods, pods_name});
  const plan::PlacementPlan plan = plan::compiled::plan_placement(inputs);
  return {{"json", report::placement_json(inputs, plan)},
          {"table", report::placement_table(inputs, plan)},
          {"markdown", report::placement_markdown(inputs, plan)},
          {"csv", report::placement_csv(inputs, plan)}};
}

using Requests = std::vector<std::pair<std::string, std::int64_t>>;
using Occupied = std::vector<std::pair<std::string, int>>;

std::string mig(const std::string& gpu, const Requests& requests, const Occupied& occupied, bool on_one_gpu,
                const std::string& overlay) {
  plan::MigInputs inputs{.gpu = gpu, .one_gpu = on_one_gpu};
  for (const auto& [profile, count] : requests) inputs.requests.push_back({profile, count});
  for (const auto& [profile, start] : occupied) inputs.occupied.push_back({profile, start, 0});
  return report::mig_json(plan::compiled::plan_mig(known_catalog(overlay), inputs));
}

}  // namespace

void bind_packing(py::module_& module) {
  const py::call_guard<py::gil_scoped_release> unlocked;
  module.def("pack", &pack, py::arg("text"), py::arg("name"), py::arg("gap"), unlocked);
  module.def("place", &place, py::arg("nodes"), py::arg("nodes_name"), py::arg("pods"), py::arg("pods_name"), unlocked);
  module.def("mig", &mig, py::arg("gpu"), py::arg("requests"), py::arg("occupied"), py::arg("on_one_gpu"),
             py::arg("overlay"), unlocked);
}

}  // namespace planner::python
