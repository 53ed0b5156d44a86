/* Names of errors. */
#ifndef SHIM_LINUX_ERRNAME_H
#define SHIM_LINUX_ERRNAME_H

const char *errname(int error);

#endif
