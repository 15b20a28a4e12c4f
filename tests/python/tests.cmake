# The Python module, from the tree as a notebook would use it.
if(PLANNER_PYTHON)
  add_test(NAME python COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B -m pytest -q -p no:cacheprovider ${CMAKE_CURRENT_LIST_DIR})
  set_tests_properties(python PROPERTIES LABELS quick TIMEOUT 300 ENVIRONMENT "PYTHONPATH=${PROJECT_SOURCE_DIR}/python")
endif()
