/* Names of addresses: none. */
#ifndef SHIM_LINUX_KALLSYMS_H
#define SHIM_LINUX_KALLSYMS_H

#include <linux/types.h>

#define KSYM_SYMBOL_LEN 512
#define dereference_symbol_descriptor(pointer) (pointer)

#endif
