include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/planner)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/planner DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS planner_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${PROJECT_SOURCE_DIR}/completions/planner.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME planner)
install(FILES ${PROJECT_SOURCE_DIR}/completions/_planner DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)

# Two export sets, so that a project can take the header-only core without what the compiled library needs.
install(TARGETS planner_core EXPORT planner_core_targets)
install(TARGETS planner EXPORT planner_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT planner_core_targets NAMESPACE planner:: FILE planner-core-targets.cmake DESTINATION ${package_dir})
install(EXPORT planner_targets NAMESPACE planner:: FILE planner-targets.cmake DESTINATION ${package_dir})

configure_package_config_file(cmake/planner-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/planner-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/planner-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/planner-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/planner-config-version.cmake
        DESTINATION ${package_dir})
