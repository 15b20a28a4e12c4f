# The installed package, used by projects that know nothing of this tree.
set(room ${CMAKE_CURRENT_BINARY_DIR}/consumer)
add_test(NAME consumer_install COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${room}/prefix)
set_tests_properties(consumer_install PROPERTIES FIXTURES_SETUP installed_package LABELS "quick;consumer")

#   planner_consumer_test(NAME SOURCE OPTIONS... TEST COMMAND...)      COMMAND runs where the project is built
function(planner_consumer_test name source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "OPTIONS;TEST")
  add_test(NAME consumer_${name}
           COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test ${source} ${room}/${name} --build-generator ${CMAKE_GENERATOR}
                   --build-options -DCMAKE_PREFIX_PATH=${room}/prefix -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} ${arg_OPTIONS}
                   --test-command ${arg_TEST})
  set_tests_properties(consumer_${name} PROPERTIES FIXTURES_REQUIRED installed_package LABELS "quick;consumer" TIMEOUT 300)
endfunction()

planner_consumer_test(core ${CMAKE_CURRENT_LIST_DIR}/core TEST consumer
                      OPTIONS -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON)
planner_consumer_test(planner ${CMAKE_CURRENT_LIST_DIR}/planner TEST consumer)
planner_consumer_test(service ${PROJECT_SOURCE_DIR}/examples/service
                      TEST ${PLANNER_PYTHON_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/service_test.py ${room}/service/service
                           $<TARGET_FILE:planner_cli> ${PROJECT_SOURCE_DIR})
