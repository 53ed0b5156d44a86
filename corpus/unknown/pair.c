/* Two contexts of two types. */
struct limits {
    int low, high;
};

struct sample {
    short raw;
    float scale;
};

int in_limits(const void *sample, const void *limits) {
    const struct sample *s = sample;
    const struct limits *l = limits;

    if (s->scale <= 0.0f)
        return -1;
    return s->raw >= l->low && s->raw <= l->high;
}
