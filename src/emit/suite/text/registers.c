__attribute__((constructor)) static void map_registers(void) {
    static const struct {
        unsigned long address, size;
    } parts[] = {
PARTS
    };
    const unsigned long page = (unsigned long)sysconf(_SC_PAGESIZE);
    unsigned long mapped = 0; /* up to this address */

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const unsigned long end = (parts[i].address + parts[i].size + page - 1) / page * page;
        unsigned long at = parts[i].address / page * page;

        for (at = at < mapped ? mapped : at; at < end; at += page) {
            const int flags = MAP_PRIVATE | MAP_ANONYMOUS;

            if (mmap((void *)at, page, PROT_READ | PROT_WRITE, flags, -1, 0) != (void *)at) {
                fprintf(stderr, "there can be no memory at 0x%lx, where the program has registers\n", at);
                abort();
            }
            mapped = at + page;
        }
    }
}
