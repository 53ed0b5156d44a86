/* Integer types. */
#ifndef SHIM_ASM_TYPES_H
#define SHIM_ASM_TYPES_H

#include <linux/types.h>

#endif
