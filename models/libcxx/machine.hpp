// What the models of the C++ run-time library ask of the machine. Calls on the stack have numbers, the outermost one
// number 1.
#ifndef MACHINE_HPP
#define MACHINE_HPP

#include <cstddef>

extern "C" {
// How many calls are on the stack, that of the function that asks included.
long symir_frames(void);

// Whether an exception from where a call stands now has a landing pad there: -1 if not, else twice the number of its
// clauses, and one more if it has something to clean up.
long symir_clauses(long frame);

// The selector of a clause: positive for a `catch`, negative for a list of allowed types. `*type` is the type to be
// caught, NULL for all, or the allowed type with this number, of which there are `*n`.
int symir_clause(long frame, long clause, long number, const void **type, long *n);

// Leaves all calls behind `frame`, which goes on at its landing pad.
[[noreturn]] void symir_land(long frame, void *exception, int selector);

// Ends the path as an error of the program: nothing catches an exception of a type with this name.
[[noreturn]] void symir_uncaught(const char *type_name);

// Ends the path: a model is at its limits.
[[noreturn]] void symir_unsupported(const char *what);

// Writes bytes to standard output, 1, or standard error, 2.
void symir_output(int descriptor, const void *data, unsigned long size);
}

#endif
