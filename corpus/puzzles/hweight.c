/* How many bits of a byte are set: one by one, and in parallel. Gives -1 if the two differ. */
int hweight(unsigned char byte) {
    unsigned int count = 0, pairs;

    for (unsigned int rest = byte; rest != 0; rest >>= 1)
        if (rest & 1)
            count++;
    pairs = byte - (byte >> 1 & 0x55);
    pairs = (pairs & 0x33) + (pairs >> 2 & 0x33);
    pairs = (pairs + (pairs >> 4)) & 0x0f;
    return pairs == count ? (int)count : -1;
}
