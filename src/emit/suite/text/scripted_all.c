/* The makefile has the program call these in the place of functions whose results differ from run to run. They give
   what those gave when the test was made. */
static const unsigned long long *script;
static unsigned int script_length;

