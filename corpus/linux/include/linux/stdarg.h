/* Variable arguments. */
#ifndef SHIM_LINUX_STDARG_H
#define SHIM_LINUX_STDARG_H

#include <stdarg.h>

#endif
