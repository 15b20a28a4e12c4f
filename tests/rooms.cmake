# Rooms that are not a plain Catch program.
include(lint/tests.cmake)
include(consumer/tests.cmake)
include(docs/tests.cmake)
include(python/tests.cmake)
include(completion/tests.cmake)
include(browser/tests.cmake)
include(catalog/tests.cmake)
include(examples/tests.cmake)

if(PLANNER_BENCHMARKS)
  find_package(benchmark REQUIRED)
  file(GLOB bench_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bench/*.cpp)
  if(bench_sources)
    add_executable(planner_bench ${bench_sources})
    target_include_directories(planner_bench PRIVATE ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(planner_bench PRIVATE planner planner_warnings benchmark::benchmark_main
                                                nlohmann_json::nlohmann_json fmt::fmt)
    target_compile_definitions(planner_bench PRIVATE ${at_the_root})
  endif()
endif()

# Half a minute of libFuzzer on each target; the examples and tests/fuzz/corpus are where it starts from.
if(PLANNER_FUZZ)
  file(GLOB fuzz_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/*.cpp)
  foreach(source ${fuzz_sources})
    get_filename_component(name ${source} NAME_WE)
    add_executable(fuzz_${name} ${source})
    target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(fuzz_${name} PRIVATE planner planner_warnings)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/fuzz/${name} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus)
    add_test(NAME fuzz_${name}
             COMMAND fuzz_${name} -max_total_time=30 -timeout=10 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1
                     ${CMAKE_CURRENT_BINARY_DIR}/fuzz/${name} ${PROJECT_SOURCE_DIR}/examples
                     ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus)
    set_tests_properties(fuzz_${name} PROPERTIES LABELS fuzz TIMEOUT 300)
  endforeach()
endif()
