/* Streams and files: the same steps natively, in a folder of their own, and with
 * the models; output, and what happens at the end of the program. */
#define _GNU_SOURCE
#include "check.h"
#include "machine.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>

#define FUNCTIONS(X) \
    X(__errno_location) X(access) X(clearerr) X(close) X(creat) X(dprintf) X(fclose) X(fdopen) X(feof) X(ferror) \
    X(fflush) X(fgetc) X(fgets) X(fileno) X(fmemopen) X(fopen) X(fprintf) X(fputc) X(fputs) X(fread) X(freopen) \
    X(fscanf) X(fseek) X(ftell) X(fwrite) X(getc) X(getc_unlocked) X(getdelim) X(getline) X(isatty) X(lseek) \
    X(open) X(open_memstream) X(putc) X(read) X(remove) X(rename) X(rewind) X(tmpfile) X(ungetc) X(unlink) \
    X(vfprintf) X(write) X(printf) X(puts) X(putchar) X(perror) X(getchar) X(fputc_unlocked) X(atexit) X(on_exit) \
    X(scanf) X(dup) X(dup2) X(tmpnam) X(getenv) X(setenv) X(unsetenv) X(putenv) X(ftruncate)

#define X(function) MODEL(function);
FUNCTIONS(X)
#undef X

int model___overflow(FILE *file, int c);
void model_symir_run_exit_handlers(void);
extern FILE *model_stdin, *model_stdout, *model_stderr;

enum { LOG_ROOM = 1 << 16 };

#define VARIADIC_NAME(name) VARIADIC_NAME_OF(name)
#define VARIADIC_NAME_OF(name) in_steps_##name

#define STEPS native_steps
#define CALL(function) function
#include "steps.h"
#undef STEPS
#undef CALL

#define STEPS model_steps
#define CALL(function) model_##function
#include "steps.h"
#undef STEPS
#undef CALL

static void check_steps(void) {
    static char real[LOG_ROOM], model[LOG_ROOM];
    char folder[] = "/tmp/models-XXXXXX";
    const char *a = real, *b = model;

    CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0, "a folder");
    native_steps(real);
    model_steps(model);
    for (int line = 1; *a != '\0' || *b != '\0'; line++) {
        size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");

        CHECK(n == m && memcmp(a, b, n) == 0, "step %d: %.*s, not %.*s", line, (int)m, b, (int)n, a);
        a += n + (a[n] != '\0');
        b += m + (b[m] != '\0');
    }
    model_symir_run_exit_handlers();
    static const char *const names[] = {"first", "second", "third", "fourth", "fifth"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        static char contents[KEPT_ROOM];
        FILE *file = fopen(names[i], "r");
        size_t size = file == NULL ? GONE : fread(contents, 1, sizeof contents, file);
        struct kept *kept = keep(names[i]);

        CHECK(kept->size == size, "%s has %zu bytes, not %zu", names[i], kept->size, size);
        CHECK(size == GONE || memcmp(contents, kept->data, size) == 0, "%s", names[i]);
        if (file != NULL)
            fclose(file);
        unlink(names[i]);
    }
    CHECK(chdir("/") == 0 && rmdir(folder) == 0, "the folder is empty");
}

static void check_output(void) {
    static const char expected[] = "12 x\nfour\n\xff" "abc" "wxyz";

    n_written[0] = n_written[1] = 0;
    CHECK(model_printf("%d %s\n", 12, "x") == 5, "printf");
    CHECK(model_puts("four") == 5, "puts");
    CHECK(model_putchar(0x1ff) == 0xff, "putchar");
    CHECK(model_fwrite("abcd", 1, 3, model_stdout) == 3, "fwrite");
    CHECK(model_write(1, "wx", 2) == 2, "write");
    CHECK(model_fputc_unlocked('y', model_stdout) == 'y', "fputc_unlocked");
    CHECK(model___overflow(model_stdout, 'z') == 'z', "__overflow");
    CHECK(n_written[0] == sizeof expected - 1 && memcmp(written[0], expected, n_written[0]) == 0, "%.*s",
          (int)n_written[0], written[0]);
    *model___errno_location() = ENOENT;
    model_perror("name");
    model_fprintf(model_stderr, "%d", 5);
    CHECK(memcmp(written[1], "name: No such file or directory\n5", n_written[1]) == 0, "perror");
    CHECK(n_written[1] == 33, "%zu", n_written[1]);
    CHECK(model_fseek(model_stdout, 0, SEEK_SET) == -1 && *model___errno_location() == ESPIPE, "fseek");
}

static void check_input(void) {
    struct kept *input = keep("/dev/stdin");
    char text[8];
    int n = 0;

    input->size = 11;
    memcpy(input->data, "17 abc\nline", input->size);
    CHECK(model_scanf("%d", &n) == 1 && n == 17, "%d", n);
    CHECK(model_getchar() == ' ', "getchar");
    CHECK(model_fgets(text, sizeof text, model_stdin) == text && strcmp(text, "abc\n") == 0, "%s", text);
    CHECK(model_read(0, text, 2) == 2 && memcmp(text, "li", 2) == 0, "read");
    CHECK(model_fread(text, 1, 8, model_stdin) == 2 && model_feof(model_stdin), "fread");
    CHECK(model_getchar() == EOF, "getchar at the end");
}

static void check_descriptors(void) {
    int file = model_open("numbers", O_RDWR | O_CREAT, 0600), copy = model_dup(file);

    CHECK(file > 2 && copy == file + 1, "%d %d", file, copy);
    CHECK(model_write(file, "abc", 3) == 3 && model_close(file) == 0, "write");
    CHECK(model_lseek(copy, 0, SEEK_CUR) == 3, "the position is shared");
    CHECK(model_dup2(copy, 1) == 1 && model_printf("%d", 5) == 1, "dup2");
    CHECK(model_ftruncate(copy, 2) == 0 && model_lseek(copy, 0, SEEK_END) == 2, "ftruncate");
    CHECK(model_close(copy) == 0, "close");
    CHECK(strcmp(model_tmpnam(NULL), model_tmpnam(NULL)) == 0, "tmpnam");
}

static char order[64];
static size_t n_order;

static void add(void) {
    order[n_order++] = 'a';
}

static void add_last(int status, void *argument) {
    order[n_order++] = *(char *)argument;
    model_atexit(add);
}

static void check_end(void) {
    FILE *file = model_fopen("unclosed", "w");

    for (int i = 0; i < 40; i++)
        model_atexit(add);
    model_on_exit(add_last, "b");
    model_fputs("kept", file);
    model_symir_run_exit_handlers();
    CHECK(n_order == 42 && strncmp(order, "baaa", 4) == 0, "%s", order);
    CHECK(keep("unclosed")->size == 4, "unclosed");
}

static void check_environment(void) {
    CHECK(model_getenv("PATH") == NULL, "getenv");
    CHECK(model_setenv("A", "1", 0) == 0 && strcmp(model_getenv("A"), "1") == 0, "setenv");
    CHECK(model_setenv("A", "2", 0) == 0 && strcmp(model_getenv("A"), "1") == 0, "setenv without overwriting");
    CHECK(model_setenv("A", "2", 1) == 0 && strcmp(model_getenv("A"), "2") == 0, "setenv");
    CHECK(model_putenv("AB=3") == 0 && strcmp(model_getenv("AB"), "3") == 0, "putenv");
    CHECK(model_unsetenv("A") == 0 && model_getenv("A") == NULL && model_getenv("AB") != NULL, "unsetenv");
    CHECK(model_setenv("A=", "2", 1) == -1 && *model___errno_location() == EINVAL, "setenv of no name");
}

void check_files(void) {
    check_output();
    check_input();
    check_steps();
    check_descriptors();
    check_end();
    check_environment();
}
