int read_reg(int address);
void write_reg(int address, int value);

int probe(int base) {
    int v = read_reg(base);
    if (v < 0)
        return -1;
    if (v & 0x80) {
        write_reg(base + 4, 1);
        if (read_reg(base + 8) == 7)
            return 2;
        return 1;
    }
    return 0;
}

int apply(int (*f)(int), int n) {
    int a = f(n);
    int b = f(a);
    if (a > b) return a;
    return b > 100 ? 1 : 0;
}
