/* A function that returns nothing: it changes what its argument points to. */
#include "symir.h"

static void upper(char *letter) {
    if (*letter >= 'a' && *letter <= 'z')
        *letter = (char)(*letter - 'a' + 'A');
}

int main(void) {
    char letter[2];

    symir_string(letter, sizeof letter, "letter");
    SYMIR_TEST(upper, letter);
}
