
/* Whether the file of a name has these bytes and no more. */
static bool file_has(const char *name, const char *bytes, size_t size)
{
    FILE *file = fopen(name, "rb");
    size_t i = 0;
    int c;

    if (file == NULL)
        return false;
    while ((c = fgetc(file)) != EOF && i < size && c == (unsigned char)bytes[i])
        i++;
    fclose(file);
    return c == EOF && i == size;
}
