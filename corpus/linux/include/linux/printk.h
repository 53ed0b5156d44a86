/* Messages of the kernel, which nobody reads. */
#ifndef SHIM_LINUX_PRINTK_H
#define SHIM_LINUX_PRINTK_H

#include <linux/compiler.h>
#include <linux/stdarg.h>

#define KERN_ERR ""
#define KERN_WARNING ""
#define KERN_INFO ""
#define KERN_DEBUG ""
#define printk(...) ((void)0)
#define pr_err(...) ((void)0)
#define pr_warn(...) ((void)0)
#define pr_warn_once(...) ((void)0)
#define pr_info(...) ((void)0)
#define pr_debug(...) ((void)0)

struct va_format {
    const char *fmt;
    va_list *va;
};

enum { DUMP_PREFIX_NONE, DUMP_PREFIX_ADDRESS, DUMP_PREFIX_OFFSET };
void print_hex_dump(const char *level, const char *prefix, int prefix_type, int row, int group, const void *buffer,
                    size_t size, bool ascii);

#endif
