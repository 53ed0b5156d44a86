/* The kind of a triangle by its sides: 0 none, 1 scalene, 2 isosceles, 3 equilateral; 4 more where it is right. */
int triangle(int a, int b, int c) {
    int kind;

    if (a <= 0 || b <= 0 || c <= 0)
        return 0;
    if (a + b <= c || b + c <= a || c + a <= b)
        return 0;
    if (a == b && b == c)
        return 3;
    kind = a == b || b == c || c == a ? 2 : 1;
    if (a * a + b * b == c * c)
        kind += 4;
    return kind;
}
