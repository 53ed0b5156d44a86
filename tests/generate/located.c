/* A mock, a result and a structure get the name of this file. */
#include "located.h"

int half(int n) {
    CHECK(n % 2 == 0);
    return n / 2;
}

const char *origin(int is_own) {
    return is_own ? __FILE__ : "elsewhere";
}

void fail(struct failure *failure, int code) {
    if (code == 0)
        return;
    failure->file = __FILE__;
    failure->line = __LINE__;
}
