# The catalog's files against their JSON Schema.
add_test(NAME catalog_schema COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/schema_test.py
                                     ${PROJECT_SOURCE_DIR})
set_tests_properties(catalog_schema PROPERTIES LABELS quick TIMEOUT 60)
