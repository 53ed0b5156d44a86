/* Fibonacci numbers by recursion: calls and returns. */
static __attribute__((noinline)) int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void) {
    return fib(27) & 127;
}
