/* A machine that sells for coins, and never has less than nothing or more than it can take. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int credit = 0, stock = 3, sold = 0;

static void insert(int coin) {
    if (coin != 5 && coin != 10 && coin != 20) {
        return;
    }
    if (credit + coin <= 50) {
        credit += coin;
    }
}

static void buy(int price) {
    if (stock > 0 && credit >= price) {
        credit -= price;
        stock--;
        sold++;
    }
}

int main(void) {
    for (int round = 0; round < 12; round++) {
        int event = __VERIFIER_nondet_int();
        switch (event) {
        case 1:
            insert(__VERIFIER_nondet_int());
            break;
        case 2:
            buy(25);
            break;
        case 3:
            buy(40);
            break;
        case 4:
            credit = 0;
            break;
        default:
            return 1;
        }
        if (credit < 0 || credit > 50 || stock + sold != 3) {
            reach_error();
        }
        if (stock == 0) {
            return 2;
        }
    }
    return 0;
}
