#include <stdlib.h>
struct account { int id; int balance; };
struct bank { struct account *accounts[4]; int n; };
struct account *account_new(int id) { struct account *a = malloc(sizeof *a); if (a) { a->id = id; a->balance = 0; } return a; }
void account_deposit(struct account *a, int amount) { if (amount > 0 && amount < 1000000) a->balance += amount; }
struct bank *bank_new(void) { return calloc(1, sizeof(struct bank)); }
int bank_add(struct bank *b, struct account *a) { if (b->n == 4) return -1; b->accounts[b->n++] = a; return 0; }
int bank_withdraw(struct bank *b, int id, int amount) {
    for (int i = 0; i < b->n; i++)
        if (b->accounts[i]->id == id) {
            if (amount <= 0 || b->accounts[i]->balance < amount) return -1;
            b->accounts[i]->balance -= amount;
            return b->accounts[i]->balance;
        }
    return -2;
}
