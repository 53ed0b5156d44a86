/* What stands for the machine in these tests, and what it was told. */
#ifndef TEST_MACHINE_H
#define TEST_MACHINE_H

#include <stddef.h>

#define GONE (~0UL)

enum { OUTPUT_ROOM = 1 << 16, MOST_KEPT = 32, KEPT_ROOM = 1 << 12 };

/* Standard output and standard error. */
extern char written[2][OUTPUT_ROOM];
extern size_t n_written[2];

/* Whether anybody reads that, and whether callers look at results. */
extern int is_heard, is_result_used;

/* Files by name. */
struct kept {
    char name[64];
    size_t size; /* GONE if there is none */
    char data[KEPT_ROOM];
};

struct kept *keep(const char *name);

extern long now; /* seconds since 1970 */

#endif
