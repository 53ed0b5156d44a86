/* Whether a file has these bytes and no more. */
static bool file_holds(FILE *file, const char *bytes, size_t size)
{
    size_t i;

    rewind(file);
    for (i = 0; i < size; i++)
        if (fgetc(file) != (unsigned char)bytes[i])
            return false;
    return fgetc(file) == EOF;
}

