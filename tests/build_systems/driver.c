#include <symir.h>
#include <stdio.h>

int main(void) {
    int n = symir_int("n");
    puts(n > 10 ? "large" : "small");
    return 0;
}
