#pragma once
#include <pybind11/pybind11.h>

#include <map>
#include <string>

#include "planner/catalog/catalog.hpp"

/// One function per family of the Python module; each lives in the file of its name. Texts cross the border, and the
/// interpreter's lock is given up while the library works.
namespace planner::python {

void bind_errors(pybind11::module_& module);
void bind_catalog(pybind11::module_& module);
void bind_compare(pybind11::module_& module);
void bind_fit(pybind11::module_& module);
void bind_models(pybind11::module_& module);
void bind_packing(pybind11::module_& module);
void bind_residency(pybind11::module_& module);
void bind_sessions(pybind11::module_& module);
void bind_simulation(pybind11::module_& module);

/// An answer in every format that it has, by the format's name.
using Texts = std::map<std::string, std::string>;

/// The built-in catalog with the files of a folder over it; an empty name: none.
catalog::Catalog known_catalog(const std::string& overlay);

}  // namespace planner::python
