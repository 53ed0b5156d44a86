/* What the launcher and the runtime share: the parts of containment, the descriptors of a contained program,
   and the filter of system calls. replay/containment.rs has the same parts. */
#ifndef CONFINE_H
#define CONFINE_H

#include <stdbool.h>

/* The parts that are in force. TRUNCATION: the rules for files hold for truncate(2) as well. */
enum containment {
    USERS = 1,
    MOUNTS = 2,
    NETWORK = 4,
    PROCESSES = 8,
    SYSTEM_CALLS = 16,
    FILES = 32,
    SIGNALS = 64,
    MEMORY = 128,
    TRUNCATION = 256,
};

/* The descriptors that a contained program begins with, beside the three standard ones, which lead to
   /dev/null: requests, answers, orders to the launcher (a byte, `KILL`: end the processes that the program
   has started) and a counter of processes that the launcher has ended for their memory. PROGRAM is the
   program's own file until it runs. */
enum { REQUESTS = 20, ANSWERS, ORDERS, TOO_LARGE, PROGRAM };
enum { KILL = 'K' };

/* The process that starts tests may fork and set limits; a test may not. */
enum level { SERVER, TEST };

/* Prepares a filter that lets only those system calls pass that cannot change or read anything outside. For a
   SERVER the others fail with EPERM; a TEST gets SIGSYS. */
void prepare_filter(enum level level, unsigned containment);
/* Puts the filter in force for this process and those that it starts. Returns NULL, or what failed. */
const char *enter_filter(void);

#endif
