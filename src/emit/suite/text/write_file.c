
static void write_file(const char *name, const char *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");

    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        perror(name);
        exit(1);
    }
}
