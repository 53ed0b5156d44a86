/* What the parts of the process for a search share: inputs as the driver asks for them, and memory. */
#ifndef GUIDED_H
#define GUIDED_H

#include <stddef.h>
#include <stdint.h>

/* The same values stand in replay/guided.rs. */
enum end { RETURNED, EXITED, SIGNAL, ASSERTION, ASSUMPTION, LIMIT, NO_INPUT };
enum kind { SIGNED, UNSIGNED, FLOAT, BOOL, STRING, BYTES };
/* The role of an input in its item. OUTSIDE is an argument of the program or a file, and COUNT says how many
   arguments are inputs. */
enum role { VALUE, POINTER, LENGTH, OUTSIDE, COUNT, FUNCTION };

/* Where an input lies: in which item, and how many bits behind the item's beginning. An item is what the
   driver asks for as a whole, or an object behind a pointer; items are counted from one in the order in which
   they begin. */
struct place {
    uint32_t item, is_made, role, at, width;
    /* For a pointer, the item that it leads to, or zero. For a pointer to a function, the number of the function,
       counted from one, or zero. */
    uint32_t target;
};

/* Takes the next input of this kind. Inputs that a run was not given are zero. */
void next_input(void *to, uint64_t size, uint32_t kind, int64_t low, int64_t high, const char *name);
/* Says that the input that was taken last is a part of something. */
void place_input(struct place place);
/* The number of a new item. */
uint32_t new_item(void);
/* Begins a run without objects. */
void forget_objects(void);

/* Called before the first run: notes what runs find outside of the program. */
void watch_outside(void);
/* Takes the inputs of a run that are arguments and files. Returns the arguments, and how many there are. */
char **begin_outside(int *n);
/* Undoes what a run has changed outside of the program. */
void end_outside(void);

_Noreturn void come_back(enum end how, uint32_t number);
/* Gives memory that is taken back after the run; NULL if none is left. */
void *give(uint64_t align, uint64_t size);

#endif
