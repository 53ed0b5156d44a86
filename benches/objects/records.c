/* A thousand records are an input, of which the function looks at two. */
#include "symir.h"
#ifndef RECORDS
#define RECORDS 1000
#endif

struct record {
    int id;
    int balance;
    char owner[8];
    double rate;
};

static struct record all[RECORDS];

static int transfer(struct record *records, int from, int to, int amount)
{
    if (amount <= 0 || records[from].balance < amount)
        return -1;
    records[from].balance -= amount;
    records[to].balance += amount;
    return records[from].balance;
}

int main(void)
{
    symir_object(all, "all");
    int amount = symir_int("amount");
    SYMIR_TEST(transfer, all, 3, 5, amount);
    return 0;
}
