/* A list that is turned round twice is what it was. */
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long size);
extern void free(void *pointer);
extern void abort(void);
void reach_error(void) { abort(); }

struct node {
    int value;
    struct node *next;
};

static struct node *reverse(struct node *list) {
    struct node *turned = 0;
    while (list) {
        struct node *next = list->next;
        list->next = turned;
        turned = list;
        list = next;
    }
    return turned;
}

int main(void) {
    unsigned int length = __VERIFIER_nondet_uint();
    struct node *list = 0;
    int values[5];
    if (length > 5) {
        return 1;
    }
    for (unsigned int i = 0; i < length; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node) {
            return 2;
        }
        values[i] = __VERIFIER_nondet_int();
        node->value = values[i];
        node->next = list;
        list = node;
    }
    list = reverse(reverse(reverse(list)));
    for (unsigned int i = 0; i < length; i++) {
        struct node *next = list->next;
        if (list->value != values[i]) {
            reach_error();
        }
        free(list);
        list = next;
    }
    if (list) {
        reach_error();
    }
    return 0;
}
