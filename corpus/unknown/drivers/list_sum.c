#include "symir.h"
#include "../list_sum.c"

int main(void) {
    struct item items[3];
    struct list_head head;
    int length = symir_choose(4, "length");

    head.next = &head;
    for (int i = 0; i < length; i++) {
        items[i].value = symir_int("value");
        items[i].link.next = head.next;
        head.next = &items[i].link;
    }
    SYMIR_TEST(sum, &head);
    return 0;
}
