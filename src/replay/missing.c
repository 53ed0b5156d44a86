/*
 * Definitions of the symbols that a program uses and nothing defines: functions that end the test with a
 * reason, and data that cannot be accessed. `missing.h`, which symir writes for each program, has a row with
 * a number and a name for each.
 */
#include <sys/mman.h>

_Noreturn void give_up(const char *format, ...);

#define FUNCTION(number, name)               \
    void missing_##number(void) __asm__(name); \
    void missing_##number(void) {            \
        give_up("it calls `%s`, which is defined nowhere", name); \
    }

#define OBJECT(number, name)                          \
    extern char missing_##number[65536] __asm__(name); \
    __attribute__((section("symir_missing"), aligned(4096))) char missing_##number[65536] = {0};

#include "missing.h"

/* The linker defines both if there is an object. */
extern char __start_symir_missing[] __attribute__((weak)), __stop_symir_missing[] __attribute__((weak));

__attribute__((constructor)) static void close_missing(void) {
    if (__start_symir_missing)
        mprotect(__start_symir_missing, __stop_symir_missing - __start_symir_missing, PROT_NONE);
}
