/* A sum of weighted letters that is compared with a constant. */
#include "symir.h"

int is_known(const char *word) {
    unsigned a = 1, b = 0;
    for (int i = 0; word[i]; i++) {
        a = (a + (unsigned char)word[i]) % 65521;
        b = (b + a) % 65521;
    }
    if (a == 600)
        return b == 2000 ? 2 : 1;
    return 0;
}

int main(void) {
    char word[8];
    symir_string(word, sizeof word, "word");
    SYMIR_TEST(is_known, word);
}
