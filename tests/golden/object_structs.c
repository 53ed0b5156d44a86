/* An array of structures is an input: each member has a value of its type. */
#include "symir.h"
enum kind { SAVINGS = 3, CHECKING = 7, CLOSED = 9 };
struct acct { int id; enum kind kind; bool frozen; int balance; char owner[8]; unsigned lo:3, hi:5; double rate; };
static int find(const struct acct *db, int n, int id) {
    for (int i = 0; i < n; i++) if (db[i].id == id) return i;
    return -1;
}
int transfer(struct acct *db, int n, int from, int to, int amount) {
    int a = find(db, n, from), b = find(db, n, to);
    if (a < 0 || b < 0 || amount <= 0) return -1;
    if (db[a].frozen || db[a].kind == CLOSED) return -2;
    if (db[a].balance < amount) return -3;
    if (db[a].owner[0] == 'x' && db[a].hi > 4) return -4;
    db[a].balance -= amount;
    db[b].balance += amount;
    return 0;
}
int main(void) {
    struct acct db[2];
    symir_object(db, "db");
    int from = symir_int("from"), to = symir_int("to"), amount = symir_int("amount");
    SYMIR_TEST(transfer, db, 2, from, to, amount);
}
