/* What floats are computed to decides the result, mostly without a branch. */
#include <math.h>
#include <stdbool.h>

bool is_late(double now, double start, double allowed)
{
    return now - start > allowed;
}

bool is_close(double a, double b)
{
    return fabs(a - b) < 0.001;
}

bool is_within(double x, double y, double radius)
{
    return x * x + y * y <= radius * radius;
}

int is_hot(float celsius)
{
    return celsius * 1.8f + 32 > 100;
}

/* Underweight, normal, overweight, obese. */
int weight_class(double kilograms, double metres)
{
    double index = kilograms / (metres * metres);

    return index < 18.5 ? 0 : index < 25 ? 1 : index < 30 ? 2 : 3;
}
