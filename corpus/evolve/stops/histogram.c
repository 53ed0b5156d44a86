/* Measurements by mean and deviation. */
#include "symir.h"
#include <math.h>

int quality(const double *values, size_t n) {
    double sum = 0, squares = 0;
    if (n < 3)
        return -1;
    for (size_t i = 0; i < n; i++) {
        if (!(values[i] >= -1000 && values[i] <= 1000))
            return -2;
        sum += values[i];
        squares += values[i] * values[i];
    }
    double mean = sum / (double)n, deviation = sqrt(squares / (double)n - mean * mean);
    if (deviation < 1e-3)
        return mean > 100 ? 2 : 1;
    return deviation > 600 ? 3 : 0;
}

int main(void) {
    const double *values = symir_array(double, 4, "values");
    size_t n = symir_array_length(values);
    SYMIR_TEST(quality, values, n);
}
