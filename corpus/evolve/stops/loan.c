/* Months until a loan is paid back, with interest month by month. */
#include "symir.h"

int months(double loan, double rate, double pay) {
    int n = 0;
    if (!(loan > 0 && loan <= 1e6) || !(rate >= 0 && rate <= 0.05) || !(pay > 0))
        return -1;
    while (loan > 0 && n < 600) {
        loan += loan * rate - pay;
        n++;
    }
    if (n == 600)
        return 3;
    if (n > 120)
        return 2;
    return n == 1 ? 0 : 1;
}

int main(void) {
    double loan = symir_double("loan"), rate = symir_double("rate"), pay = symir_double("pay");
    SYMIR_TEST(months, loan, rate, pay);
}
