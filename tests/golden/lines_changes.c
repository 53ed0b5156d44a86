/* symir: --one-test-a-path */
/* Outputs that are no result: what pointers lead to, members that change and those that do not, texts, freed objects. */
#include "symir.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

int divide(int numerator, int denominator, int *quotient, int *rest)
{
    if (denominator == 0)
        return -1;
    *quotient = numerator / denominator;
    *rest = numerator % denominator;
    return 0;
}

struct account {
    int id;
    long balance;
    char owner[8];
};

void deposit(struct account *account, int amount)
{
    if (amount > 0)
        account->balance += amount;
}

void reset(struct account *account)
{
    memset(account, 0, sizeof *account);
}

void sort3(int *values)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (values[j] > values[j + 1])
                swap(&values[j], &values[j + 1]);
}

void upper(char *text)
{
    for (; *text; text++)
        if (*text >= 'a' && *text <= 'z')
            *text -= 'a' - 'A';
}

struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *head;
    struct node *tail;
    size_t length;
};

int push(struct list *list, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return -1;
    node->value = value;
    node->next = NULL;
    if (list->tail)
        list->tail->next = node;
    else
        list->head = node;
    list->tail = node;
    list->length++;
    return 0;
}

int pop(struct list *list, int *value)
{
    struct node *first = list->head;
    if (!first)
        return -1;
    *value = first->value;
    list->head = first->next;
    if (!list->head)
        list->tail = NULL;
    list->length--;
    free(first);
    return 0;
}

void clear(struct list *list)
{
    while (list->head) {
        struct node *next = list->head->next;
        free(list->head);
        list->head = next;
    }
    list->tail = NULL;
    list->length = 0;
}

int main(void)
{
    int a = symir_int("a"), b = symir_int("b");
    symir_test_begin("swap");
    swap(&a, &b);
    symir_test_begin("swap");
    swap(&a, &a);
    int quotient, rest;
    symir_test_begin("divide");
    divide(7, 2, &quotient, &rest);
    struct account account = {4, 100, "gert"};
    int amount = symir_int("amount");
    symir_test_begin("deposit");
    deposit(&account, amount);
    symir_test_begin("reset");
    reset(&account);
    int values[3] = {3, 1, 2};
    symir_test_begin("sort3");
    sort3(values);
    char text[16] = "a-Z";
    symir_test_begin("upper");
    upper(text);
    symir_test_begin("upper");
    upper(text + 1);
    struct list list = {0};
    int value = 0;
    symir_test_begin("pop");
    pop(&list, &value);
    symir_test_begin("push");
    push(&list, 5);
    symir_test_begin("push");
    push(&list, 6);
    symir_test_begin("pop");
    pop(&list, &value);
    symir_test_begin("pop");
    pop(&list, &value);
    push(&list, 7);
    push(&list, 8);
    symir_test_begin("clear");
    clear(&list);
    return 0;
}
