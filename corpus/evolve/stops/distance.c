/* The distance of two places on the earth, by sines and cosines. */
#include "symir.h"
#include <math.h>

int trip(double latitude, double longitude) {
    const double degree = 3.14159265358979 / 180;
    if (!(latitude >= -90 && latitude <= 90) || !(longitude >= -180 && longitude <= 180))
        return -1;
    double south = sin((latitude - 52.5) * degree / 2), east = sin((longitude - 13.4) * degree / 2);
    double part = south * south + cos(latitude * degree) * cos(52.5 * degree) * east * east;
    double kilometres = 2 * 6371 * asin(sqrt(part < 1 ? part : 1));
    if (kilometres < 10)
        return 0;
    if (kilometres < 300)
        return 1;
    return kilometres > 19000 ? 3 : 2;
}

int main(void) {
    double latitude = symir_double("latitude"), longitude = symir_double("longitude");
    SYMIR_TEST(trip, latitude, longitude);
}
