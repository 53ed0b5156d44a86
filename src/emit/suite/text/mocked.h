/* Calls of these functions are left to the linker, which takes the mocks of the tests. The sources stay as they
   are. Works with gcc and clang, as long as the functions are not made a part of their callers: -O0 or
   -fno-inline. */
