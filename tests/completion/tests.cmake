# Tab in the shells that completions are made for.
foreach(shell bash zsh)
  add_test(NAME completion_${shell} COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/completion_test.py
                                            ${shell} ${PROJECT_SOURCE_DIR} $<TARGET_FILE_DIR:planner_cli>)
  set_tests_properties(completion_${shell} PROPERTIES LABELS quick TIMEOUT 300)
endforeach()
