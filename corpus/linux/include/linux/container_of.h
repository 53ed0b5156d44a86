/* From a member to the structure around it. */
#ifndef SHIM_LINUX_CONTAINER_OF_H
#define SHIM_LINUX_CONTAINER_OF_H

#include <linux/types.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

#endif
