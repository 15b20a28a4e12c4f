# The pages of `planner report` as a browser shows them.
add_test(NAME page_in_browser COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/page_test.py
                                      ${PROJECT_SOURCE_DIR} $<TARGET_FILE:planner_cli>)
set_tests_properties(page_in_browser PROPERTIES LABELS slow TIMEOUT 600)
