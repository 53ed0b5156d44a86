/* The value of an arithmetic expression that is a tree. */
#include <stddef.h>

enum kind { NUMBER, SUM, DIFFERENCE, PRODUCT, QUOTIENT };

struct expression {
    enum kind kind;
    unsigned number;
    const struct expression *left, *right;
};

/* Returns 0, or -1 for a division by zero or an expression that is not whole. */
int evaluate(const struct expression *expression, unsigned *value) {
    unsigned left, right;

    if (expression == NULL)
        return -1;
    if (expression->kind == NUMBER) {
        *value = expression->number;
        return 0;
    }
    if (evaluate(expression->left, &left) != 0 || evaluate(expression->right, &right) != 0)
        return -1;
    switch (expression->kind) {
    case SUM:
        *value = left + right;
        return 0;
    case DIFFERENCE:
        *value = left - right;
        return 0;
    case PRODUCT:
        *value = left * right;
        return 0;
    case QUOTIENT:
        if (right == 0)
            return -1;
        *value = left / right;
        return 0;
    default:
        return -1;
    }
}
