/* Whether all brackets of a text are closed in the right order. */
#define DEEPEST 8

int is_balanced(const char *text) {
    char open[DEEPEST];
    int depth = 0;

    for (; *text != '\0'; text++) {
        char wanted;

        switch (*text) {
        case '(': case '[': case '{':
            if (depth == DEEPEST)
                return 0;
            open[depth++] = *text;
            continue;
        case ')':
            wanted = '(';
            break;
        case ']':
            wanted = '[';
            break;
        case '}':
            wanted = '{';
            break;
        default:
            continue;
        }
        if (depth == 0 || open[--depth] != wanted)
            return 0;
    }
    return depth == 0;
}
