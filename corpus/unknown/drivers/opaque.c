#include "symir.h"
#include "../opaque.c"

int main(void) {
    struct file_stream *stream = symir_pointer(struct file_stream, "stream");

    symir_assume(stream != NULL);
    SYMIR_TEST(read_byte, (struct stream *)stream);
    return 0;
}
