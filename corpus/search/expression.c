/* Arithmetic with variables: a parser by precedence and what it computes. */
#include "symir.h"

static const char *at;
static int error;

static int sum(void);

static int factor(void)
{
    char c = *at;
    if (c >= '0' && c <= '9') {
        at++;
        return c - '0';
    }
    if (c == 'x' || c == 'y') {
        at++;
        return c == 'x' ? 7 : -3;
    }
    if (c == '-') {
        at++;
        return -factor();
    }
    if (c == '(') {
        at++;
        int inner = sum();
        if (*at != ')') {
            error = 1;
            return 0;
        }
        at++;
        return inner;
    }
    error = 2;
    return 0;
}

static int product(void)
{
    int result = factor();
    while (!error && (*at == '*' || *at == '/')) {
        char op = *at++;
        int right = factor();
        if (op == '*')
            result *= right;
        else if (right == 0)
            error = 3;
        else
            result /= right;
    }
    return result;
}

static int sum(void)
{
    int result = product();
    while (!error && (*at == '+' || *at == '-')) {
        char op = *at++;
        int right = product();
        result = op == '+' ? result + right : result - right;
    }
    return result;
}

int evaluate(const char *text)
{
    at = text;
    error = 0;
    int result = sum();
    if (error)
        return -error;
    if (*at)
        return -9;
    return result == 42 ? 42 : 0;
}

int main(void)
{
    char text[8];
    symir_string(text, sizeof text, "text");
    SYMIR_TEST(evaluate, text);
}
