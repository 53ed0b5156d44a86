/* The C library: text, numbers, files, sorting. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

struct node {
    struct node *left, *right;
    int key;
};

static struct node *insert(struct node *tree, int key) {
    if (!tree) {
        tree = calloc(1, sizeof *tree);
        tree->key = key;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else {
        tree->right = insert(tree->right, key);
    }
    return tree;
}

static void print_and_free(struct node *tree) {
    if (!tree)
        return;
    print_and_free(tree->left);
    printf("%d ", tree->key);
    print_and_free(tree->right);
    free(tree);
}

static int ascending(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void at_the_end(void) {
    puts("at the end");
}

int main(void) {
    int numbers[] = {5, 3, 9, -1, 7}, x, y, at, *found;
    char word[10], line[64], *end, *list;
    struct node *tree = NULL;
    long double third = 1.0L / 3;
    struct tm day = {.tm_year = 126, .tm_mon = 10, .tm_mday = 21};
    wchar_t wide[8];
    FILE *file;

    atexit(at_the_end);
    printf("[%5d|%-5d|%05d|%+d|%x|%#o|%c|%10.3s|%*d|%%]\n", 42, 42, 42, 42, 255, 8, 'x', "abcdef", 6, 7);
    printf("%.20Lf %La %e %G %a\n", third, third, 12345.678, 1e-10, 0.1);
    printf("%.6f %.6f %.3f %.0f %g\n", sin(1), pow(2, 0.5), exp(-3), floor(-2.5), fmod(10, 3));
    qsort(numbers, 5, sizeof *numbers, ascending);
    x = 7;
    found = bsearch(&x, numbers, 5, sizeof *numbers, ascending);
    printf("%d %d %d\n", numbers[0], numbers[4], (int)(found - numbers));
    errno = 0;
    printf("%ld %d ", strtol("99999999999999999999", &end, 10), errno == ERANGE);
    printf("%g %s\n", strtod("1.25e3rest", &end), end);
    at = sscanf("12 abc 0x1f", "%d %9s %i", &x, word, &y);
    printf("%d %d %s %d\n", at, x, word, y);
    list = strdup("tok,en,,s");
    for (char *part = strtok(list, ","); part; part = strtok(NULL, ","))
        printf("<%s>", part);
    free(list);
    printf(" %d %c %zu\n", !!isalpha('x'), toupper('q'), strspn("aab", "a"));
    for (int i = 0; i < 10; i++)
        tree = insert(tree, i * 7 % 10);
    print_and_free(tree);
    puts("");
    mbstowcs(wide, "wide", 8);
    printf("%ls %zu\n", wide, wcslen(wide));
    strftime(line, sizeof line, "%Y-%m-%d %A", (mktime(&day), &day));
    puts(line);
    file = tmpfile();
    fprintf(file, "first %d\nsecond\n", 1);
    rewind(file);
    while (fgets(line, sizeof line, file))
        printf("> %s", line);
    fclose(file);
    printf("%d\n", fopen("no/such/file", "r") == NULL && errno == ENOENT);
    while (fgets(line, sizeof line, stdin))
        printf("in: %s", line);
    fprintf(stderr, "to standard error\n");
    return EXIT_FAILURE;
}
