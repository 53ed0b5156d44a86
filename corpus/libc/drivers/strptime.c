/* strptime by one format each, of texts in which any character may stand where there is a `?`. */
#include <string.h>
#include <time.h>
#include "symir.h"

char *strptime(const char *buf, const char *format, struct tm *timeptr);

static const struct {
    const char *format, *text;
} cases[] = {
    {"%A", "Mond?y"},
    {"%a", "?ue"},
    {"%B", "Marc?"},
    {"%b%h", "maY??n"},
    {"%C", "?1"},
    {"%c", "Sun Feb 2? 12:30:0? 2019"},
    {"%c", "Sun Fe?"},
    {"%D", "?2/29/00"},
    {"%D", "1?/31/68"},
    {"%d", "?"},
    {"%e", "?1"},
    {"%F", "20?0-03-01"},
    {"%F", "?"},
    {"%H", "?3"},
    {"%I", "?2"},
    {"%j", "?1"},
    {"%k %l", "?3 1?"},
    {"%m", "?1"},
    {"%M", "?9"},
    {"%n", "?"},
    {"%H%p", "0??M"},
    {"%H%p", "03P?"},
    {"%r", "12:59:5? AM"},
    {"%r", "?"},
    {"%R", "2?:10"},
    {"%R", "?"},
    {"%S", "?7"},
    {"%t", "?"},
    {"%T", "10:2?:30"},
    {"%T", "?"},
    {"%u", "?"},
    {"%w", "?"},
    {"%w%U", "5?"},
    {"%Y %U", "1999 ?"},
    {"%w %V", "3 ?"},
    {"%Y %V", "1975 ?"},
    {"%w %W", "1 ?"},
    {"%Y %W", "1974 ?"},
    {"%x", "0?/28/00"},
    {"%x", "?"},
    {"%X", "0?:28:00"},
    {"%X", "?"},
    {"%y", "?9"},
    {"%Y", "?9"},
    {"%Y %j", "1972 3?5"},
    {"%Y %j", "1973 ?0"},
    {"%Y-%m %j", "2000-3 ?"},
    {"%Y %d %j", "2000 9 ?"},
    {"%Z%%", "?"},
    {"%E", "?"},
    {"%Ey%Od", "69?3"},
    {"%q", "??"},
    {" x", " ??"},
};

int main(void) {
    int chosen = symir_range(0, sizeof cases / sizeof *cases - 1, "case"), number = 0;
    struct tm tm = {0};
    char text[32] = {0};

    /* One path for each, on which it is a plain number. */
    while (number != chosen)
        number++;
    strcpy(text, cases[number].text);
    for (char *at = text; *at; at++)
        if (*at == '?')
            *at = symir_char("character");
    SYMIR_TEST(strptime, text, cases[number].format, &tm);
}
