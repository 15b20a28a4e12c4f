#include "bind.hpp"
#include "planner/base/error.hpp"

namespace planner::python {
namespace {

namespace py = pybind11;

py::tuple to_tuple(const std::vector<Issue>& issues) {
  const py::object make = py::module_::import("planner.errors").attr("Issue");
  py::list list;
  for (const Issue& issue : issues) list.append(make(issue.where, issue.code, issue.found, issue.rule, issue.hint));
  return py::tuple(list);
}

void raise_input_error(const InputError& fault) {
  const py::object type = py::module_::import("planner.errors").attr("InputError");
  PyErr_SetObject(type.ptr(), type(fault.what(), to_tuple(fault.issues())).ptr());
}

}  // namespace

void bind_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InputError& fault) {
      raise_input_error(fault);
    } catch (const FileError& fault) {
      PyErr_SetString(PyExc_OSError, fault.what());
    }
  });
}

}  // namespace planner::python
