/* Escaping of strings, and sizes for people. */
#ifndef SHIM_LINUX_STRING_HELPERS_H
#define SHIM_LINUX_STRING_HELPERS_H

#include <linux/bits.h>
#include <linux/ctype.h>
#include <linux/string.h>
#include <linux/types.h>

struct device;
struct file;
struct task_struct;

enum string_size_units { STRING_UNITS_10, STRING_UNITS_2 };

void string_get_size(u64 size, u64 block, enum string_size_units units, char *buffer, int length);
int parse_int_array_user(const char __user *from, size_t count, int **array);

#define UNESCAPE_SPACE BIT(0)
#define UNESCAPE_OCTAL BIT(1)
#define UNESCAPE_HEX BIT(2)
#define UNESCAPE_SPECIAL BIT(3)
#define UNESCAPE_ANY (UNESCAPE_SPACE | UNESCAPE_OCTAL | UNESCAPE_HEX | UNESCAPE_SPECIAL)
#define UNESCAPE_ALL_MASK GENMASK(3, 0)

#define ESCAPE_SPACE BIT(0)
#define ESCAPE_SPECIAL BIT(1)
#define ESCAPE_NULL BIT(2)
#define ESCAPE_OCTAL BIT(3)
#define ESCAPE_ANY (ESCAPE_SPACE | ESCAPE_OCTAL | ESCAPE_SPECIAL | ESCAPE_NULL)
#define ESCAPE_NP BIT(4)
#define ESCAPE_ANY_NP (ESCAPE_ANY | ESCAPE_NP)
#define ESCAPE_HEX BIT(5)
#define ESCAPE_NA BIT(6)
#define ESCAPE_NAP BIT(7)
#define ESCAPE_APPEND BIT(8)
#define ESCAPE_ALL_MASK GENMASK(8, 0)

int string_unescape(char *from, char *to, size_t size, unsigned int flags);
int string_escape_mem(const char *from, size_t size, char *to, size_t room, unsigned int flags, const char *only);
char *kstrdup_quotable(const char *from, gfp_t flags);
char *kstrdup_quotable_cmdline(struct task_struct *task, gfp_t flags);
char *kstrdup_quotable_file(struct file *file, gfp_t flags);
char **kasprintf_strarray(gfp_t flags, const char *prefix, size_t count);
void kfree_strarray(char **array, size_t count);
char **devm_kasprintf_strarray(struct device *device, const char *prefix, size_t count);

#endif
