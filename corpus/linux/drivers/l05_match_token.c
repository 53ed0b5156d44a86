/* match_token of up to 8 characters against five patterns: two words, a number, a string, an octal number. */
#include <linux/parser.h>
#include "symir.h"

enum { RO, RW, UID, NAME, MODE, UNKNOWN };

static const match_table_t options = {
    { RO, "ro" }, { RW, "rw" }, { UID, "uid=%d" }, { NAME, "name=%s" }, { MODE, "mode=%o" }, { UNKNOWN, NULL },
};

static int match(char *text) {
    substring_t arguments[MAX_OPT_ARGS];

    return match_token(text, options, arguments);
}

int main(void) {
    char text[9];

    symir_string(text, sizeof text, "text");
    SYMIR_TEST(match, text);
}
