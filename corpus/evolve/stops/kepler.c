/* Kepler's equation by iteration: where on its orbit something is. */
#include "symir.h"
#include <math.h>

int quarter(double mean, double eccentricity) {
    double anomaly = mean;
    if (!(mean >= 0 && mean < 6.28) || !(eccentricity >= 0 && eccentricity < 0.9))
        return -1;
    for (int i = 0; i < 50; i++)
        anomaly = mean + eccentricity * sin(anomaly);
    if (fabs(anomaly - mean) > 0.85)
        return 5;
    if (anomaly < 1.57)
        return 1;
    if (anomaly < 3.14)
        return 2;
    return anomaly < 4.71 ? 3 : 4;
}

int main(void) {
    double mean = symir_double("mean"), eccentricity = symir_double("eccentricity");
    SYMIR_TEST(quarter, mean, eccentricity);
}
