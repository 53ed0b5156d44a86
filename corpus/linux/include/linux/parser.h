/* Options in text, against a table of patterns. */
#ifndef SHIM_LINUX_PARSER_H
#define SHIM_LINUX_PARSER_H

#include <linux/types.h>

struct match_token {
    int token;
    const char *pattern;
};

typedef struct match_token match_table_t[];

enum { MAX_OPT_ARGS = 3 };

typedef struct {
    char *from;
    char *to;
} substring_t;

int match_token(char *text, const match_table_t table, substring_t arguments[]);
int match_int(substring_t *text, int *result);
int match_uint(substring_t *text, unsigned int *result);
int match_u64(substring_t *text, u64 *result);
int match_octal(substring_t *text, int *result);
int match_hex(substring_t *text, int *result);
bool match_wildcard(const char *pattern, const char *text);
size_t match_strlcpy(char *to, const substring_t *from, size_t size);
char *match_strdup(const substring_t *text);

#endif
