# symir in projects that are built with CMake 3.20 or newer, by makefiles or Ninja:
#
#     find_package(Symir REQUIRED)
#     enable_testing()
#     symir_add_tests(TARGET
#         [SOURCES file...]      # C files of the target; all of them by default
#         [FUNCTIONS name...]    # only these functions
#         [FRAMEWORKS name...]   # c, unity, cmocka, check, gtest; c by default
#         [OUTPUT folder]        # for suites; tests/TARGET beside CMakeLists.txt by default
#         [OPTIONS option...])   # what `symir gen` is given besides
#
# `cmake --build BUILD --target symir-TARGET` makes the suites of the target's C files, with the flags that the target has. They
# are meant to be committed. `ctest` builds and runs them as the test symir-TARGET.

if(CMAKE_VERSION VERSION_LESS 3.20)
  set(Symir_FOUND FALSE)
  set(Symir_NOT_FOUND_MESSAGE "symir_add_tests needs CMake 3.20 or newer, and this is ${CMAKE_VERSION}")
  return()
endif()

get_filename_component(_symir_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(SYMIR_PROGRAM symir HINTS "${_symir_prefix}/bin" DOC "The program symir")
find_program(SYMIR_MAKE NAMES gmake make DOC "The program that runs suites of symir")
# Of drivers, which include symir.h.
set(SYMIR_INCLUDE_DIR "${_symir_prefix}/share/symir/drivers")
unset(_symir_prefix)

if(NOT SYMIR_PROGRAM OR NOT SYMIR_MAKE)
  set(Symir_FOUND FALSE)
  set(Symir_NOT_FOUND_MESSAGE "the programs symir and make are needed: set SYMIR_PROGRAM and SYMIR_MAKE to where they are")
  return()
endif()

function(symir_add_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 symir "" "OUTPUT" "SOURCES;FUNCTIONS;FRAMEWORKS;OPTIONS")
  if(NOT TARGET ${target})
    message(FATAL_ERROR "symir_add_tests: there is no target ${target}")
  endif()
  if(symir_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "symir_add_tests: ${symir_UNPARSED_ARGUMENTS}: known are SOURCES, FUNCTIONS, FRAMEWORKS, OUTPUT, OPTIONS")
  endif()
  if(NOT symir_OUTPUT)
    set(symir_OUTPUT "tests/${target}")
  endif()
  get_filename_component(symir_OUTPUT "${symir_OUTPUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")

  get_target_property(folder ${target} SOURCE_DIR)
  if(NOT symir_SOURCES)
    get_target_property(symir_SOURCES ${target} SOURCES)
    list(FILTER symir_SOURCES INCLUDE REGEX "\\.c$")
  endif()
  set(files)
  foreach(source IN LISTS symir_SOURCES)
    get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${folder}")
    list(APPEND files "${source}")
  endforeach()
  if(NOT files)
    message(FATAL_ERROR "symir_add_tests: ${target} has no C files")
  endif()

  set(options ${symir_OPTIONS})
  foreach(function IN LISTS symir_FUNCTIONS)
    list(APPEND options --function ${function})
  endforeach()
  if(symir_FRAMEWORKS)
    list(JOIN symir_FRAMEWORKS "," frameworks)
    list(APPEND options --emit ${frameworks})
  endif()

  # The flags of each file are those of the compilation database.
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
  add_custom_target(symir-${target}
    COMMAND ${SYMIR_PROGRAM} gen -p "${CMAKE_BINARY_DIR}" -o "${symir_OUTPUT}" ${options} ${files}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Making tests of ${target}"
    USES_TERMINAL
    VERBATIM)
  add_test(NAME symir-${target} COMMAND ${SYMIR_MAKE} -s -C "${symir_OUTPUT}")
  set_tests_properties(symir-${target} PROPERTIES REQUIRED_FILES "${symir_OUTPUT}/Makefile")
endfunction()
