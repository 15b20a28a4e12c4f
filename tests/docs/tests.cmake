# What the project's pages show is what the commands print.
add_test(NAME docs_console COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/console.py
                                   ${PROJECT_SOURCE_DIR} $<TARGET_FILE_DIR:planner_cli>)
set_tests_properties(docs_console PROPERTIES LABELS quick TIMEOUT 120)

# The reference names the fields, verbs and options that the command reads, and no others.
add_test(NAME docs_reference COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/reference.py
                                     ${PROJECT_SOURCE_DIR} $<TARGET_FILE:planner_cli>)
set_tests_properties(docs_reference PROPERTIES LABELS quick TIMEOUT 120)

# Listings in the pages are the files that they show.
add_test(NAME docs_listings COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/listings.py ${PROJECT_SOURCE_DIR})
set_tests_properties(docs_listings PROPERTIES LABELS quick TIMEOUT 60)

# The site builds, with no link that leads nowhere.
if(PLANNER_PYTHON)
  add_test(NAME docs_site COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tools/docs/site.py ${PROJECT_SOURCE_DIR}
                                  $<TARGET_FILE:planner_cli>)
  set_tests_properties(docs_site PROPERTIES LABELS slow TIMEOUT 300)
endif()
