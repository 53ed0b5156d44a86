/* symir: --explain */
/* What a bit-field is compared with decides its values: 4 and 5, and the name of the field stands in the reasons. */
#include "symir.h"

struct header {
    unsigned version : 3, level : 5;
    int offset : 4;
    unsigned length : 12;
    unsigned last : 1;
    unsigned long window : 20;
};

static int grade(const struct header *header) {
    if (header->level > 4)
        return 1;
    if (header->offset < -2)
        return 2;
    if (header->length == 100)
        return 3;
    if (header->window >= 1000)
        return 4;
    return header->last ? 5 : 0;
}

int main(void) {
    struct header header;

    symir_object(header, "header");
    SYMIR_TEST(grade, &header);
}
