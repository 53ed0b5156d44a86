/* The configuration of newlib, which its configure script would write: all formats, the C locale only. */
#ifndef SHIM_NEWLIB_H
#define SHIM_NEWLIB_H

#define _NEWLIB_VERSION "3.3.0"
#define __NEWLIB__ 3
#define __NEWLIB_MINOR__ 3
#define __NEWLIB_PATCHLEVEL__ 0

#define _WANT_IO_C99_FORMATS 1
#define _WANT_IO_LONG_LONG 1
#define _WANT_IO_POS_ARGS 1
#define _MB_LEN_MAX 1
#define _LITE_EXIT 1

#endif
