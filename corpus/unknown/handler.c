/* An event handler gets its context as a pointer to void. */
struct request {
    int kind;
    long size;
    char name[8];
};

int handle(void *context) {
    struct request *request = context;

    if (request->kind == 3)
        return request->size > 100 ? 2 : 1;
    return request->name[0] == 'x' ? -1 : 0;
}
