/* What the parts of the process for a search share: inputs as the driver asks for them, and memory. */
#ifndef GUIDED_H
#define GUIDED_H

#include <stddef.h>
#include <stdint.h>

/* The same values stand in replay/guided.rs. */
enum end { RETURNED, EXITED, SIGNAL, ASSERTION, ASSUMPTION, LIMIT, NO_INPUT };
enum kind { SIGNED, UNSIGNED, FLOAT, BOOL, STRING, BYTES };
/* What an input is to its item. OUTSIDE is an argument of the program or a file, and COUNT says how many arguments are
   inputs. */
enum role { VALUE, POINTER, LENGTH, OUTSIDE, COUNT };

/* Where an input lies: in which item, which is what the driver asks for as a whole or an object behind a pointer, both
   counted from one in the order in which they were begun; so many bits behind its beginning. */
struct place {
    uint32_t item, is_made, role, at, width;
    /* Of a pointer, the item that it leads to, or zero. */
    uint32_t target;
};

/* Takes the next input of this kind; those that a run was not given are zero. */
void next_input(void *to, uint64_t size, uint32_t kind, int64_t low, int64_t high, const char *name);
/* Says that the input that was taken last is a part of something. */
void place_input(struct place place);
/* The number of a new item. */
uint32_t new_item(void);
/* Begins a run without objects. */
void forget_objects(void);

/* Before the first run: notes what runs find outside of the program. */
void watch_outside(void);
/* Takes the inputs of a run that are arguments and files. The arguments, so many. */
char **begin_outside(int *n);
/* Puts back what a run has left outside of the program. */
void end_outside(void);

_Noreturn void come_back(enum end how, uint32_t number);
/* Memory that is taken back after the run; NULL if there is no more. */
void *give(uint64_t align, uint64_t size);

#endif
