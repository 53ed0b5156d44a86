/* Sorting of rings. */
#ifndef SHIM_LINUX_LIST_SORT_H
#define SHIM_LINUX_LIST_SORT_H

#include <linux/types.h>

typedef int (*list_cmp_func_t)(void *priv, const struct list_head *a, const struct list_head *b);
__attribute__((nonnull(2, 3))) void list_sort(void *priv, struct list_head *head, list_cmp_func_t compare);

#endif
