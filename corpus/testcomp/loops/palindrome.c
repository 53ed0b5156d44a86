/* A number of eight digits that reads the same from both ends, with a sum and a remainder. */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    unsigned int number = __VERIFIER_nondet_uint();
    if (number > 99999999) {
        return 1;
    }
    unsigned int rest = number, turned = 0, sum = 0;
    int digits = 0;
    while (rest > 0) {
        turned = 10 * turned + rest % 10;
        sum += rest % 10;
        rest /= 10;
        digits++;
    }
    if (turned != number) {
        return 2;
    }
    if (digits == 8 && sum == 44 && number % 1001 == 0) {
        reach_error();
    }
    return digits;
}
