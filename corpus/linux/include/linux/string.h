/* Strings and memory; their definitions are the kernel's own, in lib/string.c and lib/string_helpers.c. */
#ifndef SHIM_LINUX_STRING_H
#define SHIM_LINUX_STRING_H

#include <linux/err.h>
#include <linux/stdarg.h>
#include <linux/types.h>

size_t strlen(const char *s);
size_t strnlen(const char *s, size_t limit);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t limit);
size_t strlcpy(char *to, const char *from, size_t size);
ssize_t strscpy(char *to, const char *from, size_t size);
ssize_t strscpy_pad(char *to, const char *from, size_t size);
char *stpcpy(char *to, const char *from);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t limit);
size_t strlcat(char *to, const char *from, size_t size);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t limit);
int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t limit);
char *strchr(const char *s, int c);
char *strchrnul(const char *s, int c);
char *strnchrnul(const char *s, size_t limit, int c);
char *strnchr(const char *s, size_t limit, int c);
char *strrchr(const char *s, int c);
char *strstr(const char *s, const char *find);
char *strnstr(const char *s, const char *find, size_t limit);
char *strpbrk(const char *s, const char *accept);
size_t strspn(const char *s, const char *accept);
size_t strcspn(const char *s, const char *reject);
char *strsep(char **rest, const char *delimiters);

void *memset(void *to, int byte, size_t count);
void *memset16(uint16_t *to, uint16_t value, size_t count);
void *memset32(uint32_t *to, uint32_t value, size_t count);
void *memset64(uint64_t *to, uint64_t value, size_t count);
void *memcpy(void *to, const void *from, size_t count);
void *memmove(void *to, const void *from, size_t count);
int memcmp(const void *a, const void *b, size_t count);
int bcmp(const void *a, const void *b, size_t count);
void *memscan(void *from, int byte, size_t count);
void *memchr(const void *from, int byte, size_t count);
void *memchr_inv(const void *from, int byte, size_t count);
void memcpy_and_pad(void *to, size_t size, const void *from, size_t count, int pad);

void **__memcat_p(void **a, void **b);
#define memcat_p(a, b) __memcat_p((void **)(a), (void **)(b))
size_t memweight(const void *from, size_t size);
void memzero_explicit(void *from, size_t size);
char **argv_split(gfp_t flags, const char *text, int *count);
void argv_free(char **words);

ssize_t memory_read_from_buffer(void *to, size_t count, loff_t *at, const void *from, size_t available);

char *skip_spaces(const char *s);
char *strim(char *s);
char *strreplace(char *s, char old, char new);
bool sysfs_streq(const char *a, const char *b);
int match_string(const char *const *strings, size_t count, const char *string);
int __sysfs_match_string(const char *const *strings, size_t count, const char *string);

void *memdup_user_nul(const void __user *from, size_t size);
char *kstrdup(const char *s, gfp_t flags);
void *kmemdup(const void *from, size_t size, gfp_t flags);

static inline char *strstrip(char *s) {
    return strim(s);
}

static inline const char *kbasename(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

#endif
