/* A switch with a range of cases that share a body, one that falls through, and a default. */
#include "symir.h"

static int weight(char grade) {
    int sum = 0;

    switch (grade) {
    case 'a':
    case 'b':
    case 'c':
        sum = 1;
        break;
    case 'x':
        sum = 10;
        /* fall through */
    case 'y':
        sum += 100;
        break;
    case '\n':
        return -1;
    default:
        return 0;
    }
    return sum;
}

int main(void) {
    char grade = symir_char("grade");

    SYMIR_TEST(weight, grade);
}
