/* Integers of KLEE's programs are integers; what only symir knows leaves a test unproved. */
#include <klee/klee.h>

int main(void) {
    int number;
    unsigned char byte;
    char text[4];

    klee_make_symbolic(&number, sizeof number, 0);
    klee_make_symbolic(&byte, sizeof byte, "byte");
    klee_make_symbolic(text, sizeof text, "text");
    if (number == -1234)
        return klee_is_symbolic(byte);
    klee_check_memory_access(text, byte == 9 ? 5 : 4);
    if (byte == 7)
        return klee_get_value_i32(number) > 100;
    return text[0] == 'q';
}
