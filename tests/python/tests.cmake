# The Python module, from the tree as a notebook would use it, and the examples in its documentation.
if(PLANNER_PYTHON)
  add_test(NAME python
           COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B -m pytest -q -p no:cacheprovider --doctest-modules --doctest-glob=*.md
                   ${CMAKE_CURRENT_LIST_DIR} ${PROJECT_SOURCE_DIR}/python/planner ${PROJECT_SOURCE_DIR}/docs/how-to ${PROJECT_SOURCE_DIR}/docs/tutorial
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(python PROPERTIES LABELS quick TIMEOUT 300 ENVIRONMENT
                       "PYTHONPATH=${PROJECT_SOURCE_DIR}/python;PLANNER_CLI=$<TARGET_FILE:planner_cli>;MPLBACKEND=agg")

  # What the stub says of the compiled half is what is there, and the package keeps to its types.
  set(typed ${CMAKE_COMMAND} -E env MYPYPATH=python PYTHONPATH=python MYPY_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/mypy
            ${PLANNER_PYTHON_EXECUTABLE} -B -m)
  add_test(NAME python_stub COMMAND ${typed} mypy.stubtest --mypy-config-file pyproject.toml
                                                --allowlist ${CMAKE_CURRENT_LIST_DIR}/stub_exceptions.txt planner._core
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  add_test(NAME python_types COMMAND ${typed} mypy python/planner WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(python_stub python_types PROPERTIES LABELS quick TIMEOUT 300)

  add_test(NAME python_wheel COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/wheel_test.py
                                     ${PROJECT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR}/wheel)
  set_tests_properties(python_wheel PROPERTIES LABELS slow TIMEOUT 300)
endif()

# What configuring says where the module cannot be built.
function(planner_python_refusal name message)
  add_test(NAME python_${name}
           COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${CMAKE_CURRENT_BINARY_DIR}/python_${name} -G ${CMAKE_GENERATOR}
                   -D CMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -D PLANNER_PYTHON=ON -D PLANNER_DEVELOPER=OFF ${ARGN})
  set_tests_properties(python_${name} PROPERTIES LABELS quick TIMEOUT 300 PASS_REGULAR_EXPRESSION ${message})
endfunction()

planner_python_refusal(without_headers "The headers \\(Python.h\\) of [^ ]+ are missing.[ \n]+On Debian: apt-get[ \n]+install[ \n]+python3-dev"
                       -D Python_INCLUDE_DIR=/nonexistent)
planner_python_refusal(without_interpreter "No Python 3.9 or newer at /nonexistent/python3"
                       -D PLANNER_PYTHON_EXECUTABLE=/nonexistent/python3)
