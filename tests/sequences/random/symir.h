/* The header of drivers whose inputs are drawn by chance. A pointer leads to an object of random numbers, or is null. */
#ifndef RANDOM_SYMIR_H
#define RANDOM_SYMIR_H
#include_next "symir.h"

void *random_object(size_t size);

#undef symir_pointer
#define symir_pointer(type, name) ((type *)random_object(sizeof(type)))
#endif
