/* Sorting of arrays. */
#ifndef SHIM_LINUX_SORT_H
#define SHIM_LINUX_SORT_H

#include <linux/types.h>

void sort(void *base, size_t count, size_t size, cmp_func_t compare, swap_func_t swap);
void sort_r(void *base, size_t count, size_t size, cmp_r_func_t compare, swap_r_func_t swap, const void *priv);

#endif
