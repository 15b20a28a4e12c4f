# Rooms that are not a plain Catch program: command line, lint, consumer, benchmarks, fuzz targets.
if(PLANNER_BENCHMARKS)
  find_package(benchmark REQUIRED)
  file(GLOB bench_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bench/*.cpp)
  if(bench_sources)
    add_executable(planner_bench ${bench_sources})
    target_include_directories(planner_bench PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(planner_bench PRIVATE planner planner_warnings benchmark::benchmark_main
                                                nlohmann_json::nlohmann_json fmt::fmt)
    target_compile_definitions(planner_bench PRIVATE PLANNER_SOURCE_DIR="${PROJECT_SOURCE_DIR}" JSON_DIAGNOSTICS=1)
  endif()
endif()
