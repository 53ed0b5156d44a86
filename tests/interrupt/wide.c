/* More paths than anybody waits for. */
#include "symir.h"

static int count(const char *text) {
    int n = 0;

    for (int i = 0; i < 40; i++)
        n += text[i] == 'a' ? 1 : text[i] == 'b' ? 2 : 0;
    return n;
}

int main(void) {
    char text[41];

    symir_string(text, sizeof text, "text");
    SYMIR_TEST(count, text);
}
