static bool same_bytes(const void *one, const void *other, size_t size) {
    const unsigned char *a = (const unsigned char *)one;
    const unsigned char *b = (const unsigned char *)other;

    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i])
            return false;
    }
    return true;
}

