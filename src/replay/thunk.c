typedef struct { _Alignas(16) unsigned char bytes[16]; } slot;

/* Because of the label clang does not know the function, which may have another type than clang expects. */
extern $result target($parameters) __asm__("$name");

void symir_call(const slot *from, slot *to) {
    (void)from, (void)to;
    $kept target($passed);
}
