/* The harnesses: the makefile calls their main so. */
#ifdef __cplusplus
extern "C" {
#endif
@PLAIN@
@BUGS@
#ifdef __cplusplus
}
#endif

typedef int driver_function(int argc, char **argv);
