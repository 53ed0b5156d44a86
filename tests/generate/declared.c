#include "declared.h"

unsigned key_sum(const unsigned char *key, const struct salt *salt) {
    unsigned sum = salt->first;

    for (int i = 0; i < KEY_SIZE; i++)
        sum = sum * 31 + key[i];
    return sum + salt->last;
}
