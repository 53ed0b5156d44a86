/* The interface declares the structure, and the implementation has its own. */
struct stream;

struct file_stream {
    int descriptor;
    unsigned position;
    unsigned limit;
};

int read_byte(struct stream *stream) {
    struct file_stream *file = (struct file_stream *)stream;

    if (file->descriptor < 0)
        return -1;
    if (file->position >= file->limit)
        return -2;
    file->position++;
    return 0;
}
