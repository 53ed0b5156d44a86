/* Functions that are given the names of files, which they read, write, or do not find. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct header {
    char magic[4];
    uint16_t version;
    uint16_t count;
};

/* How many entries an archive has. */
int read_header(struct header *to, const char *path)
{
    if (path == NULL || path[0] == '\0')
        return -1;
    int file = open(path, O_RDONLY);
    if (file < 0)
        return -2;
    ssize_t n = read(file, to, sizeof *to);
    close(file);
    if (n != sizeof *to)
        return -3;
    if (memcmp(to->magic, "ARC1", 4) != 0)
        return -4;
    return to->version > 2 ? -5 : to->count;
}

static FILE *opened(const char *name, const char *mode)
{
    FILE *file = fopen(name, mode);
    if (file == NULL && errno == EISDIR)
        return NULL;
    return file;
}

/* The first line that is no comment. */
int first_word(const char *name, char word[16])
{
    FILE *file = opened(name, "r");
    char line[16];
    if (file == NULL)
        return -1;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        strcpy(word, line);
        fclose(file);
        return 1;
    }
    fclose(file);
    return 0;
}

/* A dash stands for standard input. */
int is_empty(const char *name)
{
    if (strcmp(name, "-") == 0)
        return 0;
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return -1;
    int c = fgetc(file);
    fclose(file);
    return c == EOF;
}

int write_number(const char *name, int number)
{
    FILE *file = fopen(name, "w");
    if (file == NULL)
        return -1;
    fprintf(file, "%d\n", number);
    return fclose(file);
}
