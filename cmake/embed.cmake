# Turns files into one C++ source with their bytes, so that the library finds its catalog from any folder.
#   planner_embed(OUT.cpp FILE...)      paths relative to the project
function(planner_embed out)
  set(paths ${ARGN})
  list(TRANSFORM paths PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE absolute)
  string(REPLACE ";" "|" listed "${paths}")
  add_custom_command(
    OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${CMAKE_CURRENT_BINARY_DIR}/${out} -DROOT=${PROJECT_SOURCE_DIR} "-DFILES=${listed}"
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_script.cmake
    DEPENDS ${absolute} ${PROJECT_SOURCE_DIR}/cmake/embed_script.cmake
    VERBATIM)
endfunction()
