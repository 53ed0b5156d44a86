# Makes the suites of symir gen tests of a project; written by symir gen. In CMakeLists.txt:
#
#     enable_testing()
#     include(tests/suites.cmake)

find_program(SYMIR_MAKE NAMES gmake make REQUIRED)
foreach(suite @SUITES@)
  add_test(NAME symir_${suite} COMMAND ${SYMIR_MAKE} -C ${CMAKE_CURRENT_LIST_DIR}/${suite})
endforeach()
