/* A parser that calls back, and a writer. */
#include "csv.h"
#include "symir.h"
#include <string.h>

static int n_fields, n_rows;
static char last[8];

static void field(void *text, size_t length, void *data) {
    (void)data;
    n_fields++;
    memcpy(last, text, length);
    last[length] = '\0';
}

static void row(int end, void *data) {
    (void)data;
    n_rows += end == '\n' ? 1 : 10;
}

int main(void) {
    struct csv_parser parser;
    char text[3], out[16];
    int which = symir_range(0, 1, "which");

    symir_string(text, "text");
    if (which == 0) {
        csv_init(&parser, CSV_STRICT);
        SYMIR_TEST(csv_parse, &parser, text, strlen(text), field, row, NULL);
        csv_free(&parser);
    } else {
        SYMIR_TEST(csv_write, out, sizeof out, text, strlen(text));
    }
    return 0;
}
