/* The configuration: nothing is enabled, so every function is the portable C one. Included before every file. */
#ifndef SHIM_LINUX_KCONFIG_H
#define SHIM_LINUX_KCONFIG_H

/* An option is undefined or 1; glued to the word below, only 1 gives a second argument. */
#define SHIM_ENABLED_1 0,
#define SHIM_SECOND(first, second, ...) second
#define SHIM_PICK(...) SHIM_SECOND(__VA_ARGS__)
#define SHIM_GLUE(value) SHIM_PICK(SHIM_ENABLED_##value 1, 0, 0)
#define SHIM_EXPAND(value) SHIM_GLUE(value)
#define IS_ENABLED(option) SHIM_EXPAND(option)
#define IS_BUILTIN(option) IS_ENABLED(option)

#define CONFIG_64BIT 1

#include <linux/compiler.h>

#endif
