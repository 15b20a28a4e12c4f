# The Python module, from the tree as a notebook would use it, and the examples in its documentation.
if(PLANNER_PYTHON)
  add_test(NAME python
           COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B -m pytest -q -p no:cacheprovider --doctest-modules --doctest-glob=*.md
                   ${CMAKE_CURRENT_LIST_DIR} ${PROJECT_SOURCE_DIR}/python/planner ${PROJECT_SOURCE_DIR}/docs/how-to
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(python PROPERTIES LABELS quick TIMEOUT 300 ENVIRONMENT
                       "PYTHONPATH=${PROJECT_SOURCE_DIR}/python;PLANNER_CLI=$<TARGET_FILE:planner_cli>")
endif()
