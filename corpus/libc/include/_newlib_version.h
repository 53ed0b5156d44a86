/* The version of newlib, which its configure script would write. */
#ifndef SHIM_NEWLIB_VERSION_H
#define SHIM_NEWLIB_VERSION_H

#include <newlib.h>

#endif
