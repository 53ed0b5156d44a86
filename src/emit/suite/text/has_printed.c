
/* What a call prints goes to a file, from which it is read afterwards. */
static FILE *prints;
static int output_before;

static void start_printing(void)
{
    fflush(stdout);
    prints = tmpfile();
    output_before = dup(STDOUT_FILENO);
    if (prints != NULL)
        dup2(fileno(prints), STDOUT_FILENO);
}

/* Whether the call has printed this text and no more. */
static bool has_printed(const char *text, size_t size)
{
    size_t i = 0;
    int c = EOF;

    fflush(stdout);
    dup2(output_before, STDOUT_FILENO);
    close(output_before);
    if (prints == NULL)
        return false;
    rewind(prints);
    while ((c = fgetc(prints)) != EOF && i < size && c == (unsigned char)text[i])
        i++;
    fclose(prints);
    return c == EOF && i == size;
}
