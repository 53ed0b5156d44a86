/* Arrays whose sizes are always the same, which only comments say in old code. */

/* in [0..12], out [0..36] */
void spread(const short *in, short *out) {
    for (int i = 0; i <= 12; i++)
        out[3 * i] = in[i];
}

/* Here, the number is a length. */
int sum(const int *values, int count) {
    int all = 0;
    for (int i = 0; i < count; i++)
        all += values[i];
    return all;
}
