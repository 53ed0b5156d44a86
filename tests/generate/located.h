/* What goes wrong is reported with the place in the source. */
struct failure {
    const char *file;
    int line;
};

void report(const char *file, int line, const char *condition);

#define CHECK(condition) \
    do { \
        if (!(condition)) \
            report(__FILE__, __LINE__, #condition); \
    } while (0)

int half(int n);
const char *origin(int is_own);
void fail(struct failure *failure, int code);
