/* Whether brackets of three kinds close in the right order; other characters do not matter. */
static char closing(char open) {
    return open == '(' ? ')' : open == '[' ? ']' : '}';
}

int brackets(const char *s) {
    char awaited[8];
    int depth = 0;

    for (; *s != '\0'; s++) {
        if (*s == '(' || *s == '[' || *s == '{') {
            if (depth == (int)sizeof awaited)
                return -1;
            awaited[depth++] = closing(*s);
        } else if (*s == ')' || *s == ']' || *s == '}') {
            if (depth == 0 || awaited[--depth] != *s)
                return 0;
        }
    }
    return depth == 0;
}
