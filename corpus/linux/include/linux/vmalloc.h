/* Memory: the kernel's allocator is malloc. */
#ifndef SHIM_LINUX_VMALLOC_H
#define SHIM_LINUX_VMALLOC_H

#include <linux/slab.h>

#define vmalloc(size) malloc(size)
#define vfree(pointer) free((void *)(pointer))

#endif
