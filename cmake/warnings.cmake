# Warnings for our own targets only; they never reach a project that links the library.
add_library(planner_warnings INTERFACE)
target_compile_options(planner_warnings INTERFACE
  -Wall -Wextra     # the usual
  -Wconversion      # a lost digit is a wrong answer
  -Wshadow)         # a hidden name is read as the other one
if(PLANNER_WARNINGS_AS_ERRORS)
  target_compile_options(planner_warnings INTERFACE -Werror)
endif()
