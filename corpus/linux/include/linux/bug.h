/* Checks of the kernel: BUG ends the program, WARN is its condition. */
#ifndef SHIM_LINUX_BUG_H
#define SHIM_LINUX_BUG_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/limits.h>

#define BUG() __builtin_trap()
#define BUG_ON(condition) ((condition) ? BUG() : (void)0)
#define WARN(condition, ...) (!!(condition))
#define WARN_ON(condition) (!!(condition))
#define WARN_ONCE(condition, ...) (!!(condition))
#define WARN_ON_ONCE(condition) (!!(condition))

#endif
