/* Disjoint sets of eight elements, with path halving and union by size. */
#define N 8

struct sets {
    unsigned char parent[N];
    unsigned char size[N];
};

void make_sets(struct sets *sets) {
    for (unsigned i = 0; i < N; i++) {
        sets->parent[i] = (unsigned char)i;
        sets->size[i] = 1;
    }
}

static unsigned find_root(struct sets *sets, unsigned element) {
    while (sets->parent[element] != element) {
        sets->parent[element] = sets->parent[sets->parent[element]];
        element = sets->parent[element];
    }
    return element;
}

int unite(struct sets *sets, unsigned a, unsigned b) {
    if (a >= N || b >= N)
        return -1;
    a = find_root(sets, a);
    b = find_root(sets, b);
    if (a == b)
        return 0;
    if (sets->size[a] < sets->size[b]) {
        unsigned other = a;
        a = b;
        b = other;
    }
    sets->parent[b] = (unsigned char)a;
    sets->size[a] = (unsigned char)(sets->size[a] + sets->size[b]);
    return 1;
}

/* The number of sets that are left when all these pairs are united. */
int count_sets(const unsigned (*pairs)[2], int n) {
    struct sets sets;
    int count = N;

    make_sets(&sets);
    for (int i = 0; i < n; i++) {
        if (unite(&sets, pairs[i][0], pairs[i][1]) == 1)
            count--;
    }
    return count;
}
