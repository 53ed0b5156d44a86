/* What most of the kernel includes. */
#ifndef SHIM_LINUX_KERNEL_H
#define SHIM_LINUX_KERNEL_H

#include <asm/byteorder.h>
#include <linux/align.h>
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/container_of.h>
#include <linux/hex.h>
#include <linux/kstrtox.h>
#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/printk.h>
#include <linux/stdarg.h>
#include <linux/types.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define REPEAT_BYTE(byte) (~0ul / 0xff * (byte))
#define lower_32_bits(x) ((u32)(x))
#define upper_32_bits(x) ((u32)((x) >> 32))
#define might_sleep() ((void)0)

int sprintf(char *buffer, const char *format, ...);
int vsprintf(char *buffer, const char *format, va_list arguments);
int snprintf(char *buffer, size_t size, const char *format, ...);
int vsnprintf(char *buffer, size_t size, const char *format, va_list arguments);
int scnprintf(char *buffer, size_t size, const char *format, ...);
int vscnprintf(char *buffer, size_t size, const char *format, va_list arguments);
int sscanf(const char *buffer, const char *format, ...);
int vsscanf(const char *buffer, const char *format, va_list arguments);
char *kasprintf(gfp_t flags, const char *format, ...);
int num_to_str(char *buffer, int size, unsigned long long number, unsigned int width);

int get_option(char **text, int *value);
char *get_options(const char *text, int count, int *values);
unsigned long long memparse(const char *text, char **end);

#endif
