# The programs among the examples: built and run as a person would, each must end well (exit code 0).
file(GLOB programs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.cpp)
foreach(source ${programs})
  get_filename_component(name ${source} NAME_WE)
  add_executable(example_${name} ${source})
  target_link_libraries(example_${name} PRIVATE planner planner_warnings)
  add_test(NAME example_${name} COMMAND example_${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(example_${name} PROPERTIES LABELS quick TIMEOUT 60)
endforeach()

if(PLANNER_PYTHON)
  file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.py)
  foreach(script ${scripts})
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME example_${name}_py COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B ${script})
    set_tests_properties(example_${name}_py PROPERTIES LABELS quick TIMEOUT 60 ENVIRONMENT "PYTHONPATH=${PROJECT_SOURCE_DIR}/python")
  endforeach()

  # Start a kernel each, which takes seconds.
  add_test(NAME example_notebooks COMMAND ${PLANNER_PYTHON_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/notebooks.py ${PROJECT_SOURCE_DIR})
  set_tests_properties(example_notebooks PROPERTIES LABELS slow TIMEOUT 600 ENVIRONMENT
                       "PYTHONPATH=${PROJECT_SOURCE_DIR}/python;PYDEVD_DISABLE_FILE_VALIDATION=1")
endif()
