include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS planner_core planner EXPORT planner_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS planner_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/planner DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT planner_targets NAMESPACE planner:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/planner)
configure_package_config_file(cmake/planner-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/planner-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/planner)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/planner-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/planner-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/planner-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/planner)
