#pragma once
#include <pybind11/pybind11.h>

/// One function per family of the Python module; each lives in the file of its name.
namespace planner::python {

void bind_errors(pybind11::module_& module);

}  // namespace planner::python
