/* Two functions, of which one asks what a solver takes long to translate, during which it does not listen. */
int meets(double a, double b, double c) {
    double left = a * a + b * b, right = c * c;

    for (int i = 0; i < 60; i++)
        left = left / (b + i) * (a + i) + c / (a - i);
    if (left == right && a > 3.7 && b > a && c < 100 && a * b * c / 3 > 1234.5 && a / b < c / (a + b))
        return 1;
    return 0;
}

int sign(int x) {
    return x < 0 ? -1 : x > 0;
}
