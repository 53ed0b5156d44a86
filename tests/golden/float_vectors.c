/* Vectors of floats, and floats of 16 bits. */
#include "symir.h"

typedef float floats __attribute__((ext_vector_type(4)));
typedef int ints __attribute__((ext_vector_type(4)));

float roots(int n) {
    floats x = {1, 4, 9, n};
    floats y = __builtin_elementwise_max(__builtin_elementwise_sqrt(x), (floats)2);
    ints whole = __builtin_convertvector(-y, ints);
    return y.x + y.y + y.z + y.w + whole.w;
}

float extremes(int n) {
    floats x = {1, 4, 9, n};
    return __builtin_reduce_max(x) - __builtin_reduce_min(x);
}

double half(double x) {
    _Float16 h = (_Float16)x;
    return h * h;
}

int main(void) {
    SYMIR_TEST(roots, 16);
    SYMIR_TEST(extremes, -3);
    SYMIR_TEST(half, 0.1);
    double z = symir_double("z");
    SYMIR_TEST(half, z);
    symir_assert(half(z) != 2);
}
