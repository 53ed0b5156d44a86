/* sniprintf by formats of two characters behind `%`, and by formats that are too long to be found so. None takes an
   argument by its position: on x86-64, newlib then takes the address of a pointer for that of a list of arguments. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "symir.h"

int sniprintf(char *str, size_t size, const char *fmt, ...);

static const char *const formats[] = {
    "%hd %s",
    "%hhd|%.2s",
    "%lld",
    "%c%s",
    "%jd",
    "%zd",
    "%td",
    "%+d",
    "% d",
    "%-6dx",
    "%06d",
    "%'d",
    "%.3d",
    "%#o",
    "%#x",
    "%#lX",
    "%llx",
    "%hx",
    "%hhX",
    "%hu",
    "%hhu",
    "%hho",
    "%p",
    "%*s",
    "%-*s",
    "%.*s",
    "%d%s%s%n",
    "%d%s%s%hn",
    "%d%s%s%hhn",
    "%d%s%s%ln",
    "%d%s%s%lln",
    "%99d%s",
    "%.20d",
    "%d%.6s",
    "%*5d",
    "%.*12d",
    "%*99$d",
    "%.*99$d",
    "%99$d",
    "%#.3o",
    "%#.0o",
};

int main(void) {
    char str[40] = {0}, free_format[5] = "%";
    long long written = 0;
    long number = 42;
    const char *format = free_format, *second = "of";

    if (symir_bool("listed")) {
        number = symir_bool("negative") ? -42 : symir_bool("none") ? 0 : 3;
        second = symir_bool("null") ? NULL : second;
        int chosen = symir_range(0, sizeof formats / sizeof *formats - 1, "format"), listed = 0;
        /* One path for each, on which it is a plain number. */
        while (listed != chosen)
            listed++;
        format = formats[listed];
    } else {
        symir_string(symir_bool("long") ? free_format + 1 : free_format, 3, "fmt");
        symir_assume(strpbrk(free_format, "nsS*") == NULL);
    }
    SYMIR_TEST(sniprintf, str, sizeof str, format, number, "word", second, &written);
}
