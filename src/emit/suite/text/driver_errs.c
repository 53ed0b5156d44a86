/* What a sanitizer ends the program with. */
enum { SANITIZER_STATUS = 86 };

#ifdef __cplusplus
extern "C" {
#endif
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "exitcode=86:detect_stack_use_after_return=1";
}

const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) {
    return "exitcode=86";
}
#ifdef __cplusplus
}
#endif

/* Whether a signal or a sanitizer ends the driver. */
static bool driver_errs(@PARAMETER@const char *inputs) {
    int status = run_driver(@PASSED@inputs);

    return status < 0 || status > 255 || status == SANITIZER_STATUS;
}
#endif /* SYMIR_BUGS */

