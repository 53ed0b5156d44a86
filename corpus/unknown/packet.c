/* A buffer that is cast to a header. */
struct header {
    unsigned short type;
    unsigned short length;
    unsigned int checksum;
};

int accept_packet(const void *buffer) {
    const struct header *header = buffer;

    if (header->type != 0x800)
        return -1;
    if (header->length < 20 || header->length > 1500)
        return -2;
    return header->checksum == 0 ? 0 : 1;
}
