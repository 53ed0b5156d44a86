/* Six keys in a search tree, which is to become as high as it can in one way. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void abort(void);
void reach_error(void) { abort(); }

struct node {
    int key;
    struct node *left, *right;
};

int main(void) {
    struct node *root = 0;
    int turns = 0, height = 0;
    for (int i = 0; i < 6; i++) {
        int key = __VERIFIER_nondet_int();
        struct node **place = &root;
        int depth = 1, side = 0;
        turns = 0;
        while (*place) {
            if (key == (*place)->key) {
                return 1;
            }
            int next = key < (*place)->key ? -1 : 1;
            if (side != 0 && next != side) {
                turns++;
            }
            side = next;
            place = next < 0 ? &(*place)->left : &(*place)->right;
            depth++;
        }
        struct node *node = malloc(sizeof *node);
        if (!node) {
            return 2;
        }
        node->key = key;
        node->left = node->right = 0;
        *place = node;
        if (depth > height) {
            height = depth;
        }
    }
    if (height == 6 && turns == 4) {
        reach_error();
    }
    return height == 3 ? 3 : 0;
}
