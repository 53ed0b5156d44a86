/* Follows a null pointer when the key is not found. */
#include "symir.h"

static const char *find(char key) {
    if (key == 'a')
        return "apple";
    if (key == 'b')
        return "banana";
    return NULL;
}

static char second_letter(char key) {
    return find(key)[1];
}

int main(void) {
    char key = symir_char("key");

    SYMIR_TEST(second_letter, key);
}
