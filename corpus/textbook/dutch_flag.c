/* The Dutch national flag: an array of red, white and blue is sorted in one go. */
#include <stddef.h>

enum colour { RED, WHITE, BLUE };

static void swap(enum colour *a, enum colour *b) {
    enum colour colour = *a;

    *a = *b;
    *b = colour;
}

void sort_flag(enum colour *flag, size_t n) {
    size_t red = 0, next = 0, blue = n;

    while (next < blue) {
        switch (flag[next]) {
        case RED:
            swap(&flag[red++], &flag[next++]);
            break;
        case WHITE:
            next++;
            break;
        case BLUE:
            swap(&flag[next], &flag[--blue]);
            break;
        }
    }
}
