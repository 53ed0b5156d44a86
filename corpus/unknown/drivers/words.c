#include "symir.h"
#include "../words.c"

int main(void) {
    char *text = symir_text(7, "text");

    SYMIR_TEST(is_number, text);
    return 0;
}
