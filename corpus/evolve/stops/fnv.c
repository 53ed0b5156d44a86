/* Names by their hash, as a compiler of switches over strings has them. */
#include "symir.h"

int keyword(const char *name) {
    unsigned hash = 2166136261u;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    switch (hash & 0xffff) {
    case 0x3a2f:
        return 1;
    case 0x71c8:
        return 2;
    default:
        return hash >> 24 == 0x5e ? 3 : 0;
    }
}

int main(void) {
    const char *name = symir_text(6, "name");
    SYMIR_TEST(keyword, name);
}
