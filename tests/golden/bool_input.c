/* Truth values are shown as such, in programs without a call under test, too. */
#include "symir.h"

int main(void) {
    bool is_open = symir_bool("is_open"), is_old = symir_bool("is_old");

    return is_open ? (is_old ? 3 : 2) : 1;
}
