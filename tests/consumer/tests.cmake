# The installed package, used by projects that know nothing of this tree.
set(room ${CMAKE_CURRENT_BINARY_DIR}/consumer)
add_test(NAME consumer_install COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${room}/prefix)
set_tests_properties(consumer_install PROPERTIES FIXTURES_SETUP installed_package LABELS "quick;consumer")

function(planner_consumer_test name)
  set(source ${CMAKE_CURRENT_LIST_DIR}/${name})
  add_test(NAME consumer_${name}
           COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test ${source} ${room}/${name} --build-generator ${CMAKE_GENERATOR}
                   --build-options -DCMAKE_PREFIX_PATH=${room}/prefix -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} ${ARGN}
                   --test-command consumer)
  set_tests_properties(consumer_${name} PROPERTIES FIXTURES_REQUIRED installed_package LABELS "quick;consumer" TIMEOUT 300)
endfunction()

planner_consumer_test(core -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON)
planner_consumer_test(planner)
