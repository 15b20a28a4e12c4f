# What the project's pages show is what the commands print.
add_test(NAME docs_console COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/console.py
                                   ${PROJECT_SOURCE_DIR} $<TARGET_FILE_DIR:planner_cli>)
set_tests_properties(docs_console PROPERTIES LABELS quick TIMEOUT 120)
