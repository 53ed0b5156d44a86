/* Threads: there are none. */
#ifndef SHIM_LINUX_THREAD_INFO_H
#define SHIM_LINUX_THREAD_INFO_H

#include <linux/types.h>

#endif
