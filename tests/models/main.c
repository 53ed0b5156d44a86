#include "check.h"

uint64_t seed = 2024;
int failures;

/* What a model calls where it is at its limits. */
_Noreturn void symir_unsupported(const char *what) {
    printf("unsupported: %s\n", what);
    exit(2);
}

int main(void) {
    check_strings();
    check_numbers();
    check_formats();
    check_floats();
    check_scans();
    check_files();
    check_calendar();
    check_more();
    check_others();
    check_patterns();
    check_system();
    check_mixed();
    check_complexes();
    check_complex();
    return failures > 0;
}
