/* Matching of patterns. */
#ifndef SHIM_LINUX_GLOB_H
#define SHIM_LINUX_GLOB_H

#include <linux/compiler.h>
#include <linux/types.h>

bool __pure glob_match(char const *pattern, char const *string);
bool __pure glob_match_len(char const *pattern, char const *string, size_t size);

#endif
