typedef struct { _Alignas(16) unsigned char bytes[16]; } slot;

/* The label keeps clang from knowing the function, whose type may be another than it thinks. */
extern $result target($parameters) __asm__("$name");

void symir_call(const slot *from, slot *to) {
    (void)from, (void)to;
    $kept target($passed);
}
