/* Checks at compile time. */
#ifndef SHIM_LINUX_BUILD_BUG_H
#define SHIM_LINUX_BUILD_BUG_H

#define BUILD_BUG_ON(condition) _Static_assert(!(condition), #condition)
#define BUILD_BUG_ON_ZERO(condition) ((int)sizeof(struct { int : -!!(condition); }))
#define BUILD_BUG_ON_MSG(condition, message) _Static_assert(!(condition), message)
#define static_assert(condition, ...) _Static_assert(condition, #condition)

#endif
