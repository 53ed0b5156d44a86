/* Streams that are passed by their place, as those do who close and open them again. */
#include <stdio.h>
#include <string.h>

/* The length of the next line; the stream is closed at its end. */
int next_line(FILE **fp) {
    char line[16];

    if (fgets(line, sizeof line, *fp) == NULL) {
        fclose(*fp);
        *fp = NULL;
        return -1;
    }
    return (int)strcspn(line, "\n");
}

/* Copies what there is up to a mark. */
int copy_until(FILE **from, FILE **to, char mark) {
    int n = 0;

    for (int c = fgetc(*from); c != EOF && c != mark; c = fgetc(*from)) {
        fputc(c, *to);
        n++;
    }
    return n;
}
