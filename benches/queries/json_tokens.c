/* Counts the tokens of a JSON text, with a stack of brackets: a state machine over bytes. */
#include "symir.h"
#include <ctype.h>
#include <string.h>

int count_tokens(const char *text)
{
    char open[4];
    int depth = 0, n = 0;
    while (*text) {
        char c = *text++;
        if (c == ' ' || c == '\n' || c == '\t' || c == ',' || c == ':')
            continue;
        n++;
        if (c == '{' || c == '[') {
            if (depth == sizeof open)
                return -1;
            open[depth++] = c;
        } else if (c == '}' || c == ']') {
            if (depth == 0 || open[--depth] != (c == '}' ? '{' : '['))
                return -2;
        } else if (c == '"') {
            while (*text != '"') {
                if (*text == '\\')
                    text++;
                if (!*text++)
                    return -3;
            }
            text++;
        } else if (c == '-' || isdigit((unsigned char)c)) {
            while (isdigit((unsigned char)*text))
                text++;
        } else if (c == 't' && strncmp(text, "rue", 3) == 0) {
            text += 3;
        } else if (c == 'n' && strncmp(text, "ull", 3) == 0) {
            text += 3;
        } else {
            return -4;
        }
    }
    return depth ? -5 : n;
}

int main(void)
{
    char text[5];
    symir_string(text, sizeof text, "text");
    SYMIR_TEST(count_tokens, text);
}
