# Turns files into one C++ source with their bytes, so that the library finds them from any folder.
#   planner_embed(OUT.cpp HEADER FUNCTION FILE...)
# FUNCTION, declared in HEADER, returns the files. FILE: a path relative to the project, or NAME=PATH for any other.
function(planner_embed out header function)
  set(depends "")
  foreach(file IN LISTS ARGN)
    string(REGEX REPLACE "^.*=" "" path "${file}")
    get_filename_component(path "${path}" ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
    list(APPEND depends ${path})
  endforeach()
  string(REPLACE ";" "|" listed "${ARGN}")
  add_custom_command(
    OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${CMAKE_CURRENT_BINARY_DIR}/${out} -DROOT=${PROJECT_SOURCE_DIR} -DHEADER=${header}
            -DFUNCTION=${function} "-DFILES=${listed}" -P ${PROJECT_SOURCE_DIR}/cmake/embed_script.cmake
    DEPENDS ${depends} ${PROJECT_SOURCE_DIR}/cmake/embed_script.cmake
    VERBATIM)
endfunction()
