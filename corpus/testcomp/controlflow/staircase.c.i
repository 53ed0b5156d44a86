# 0 "/work/arena/corpus/testcomp/controlflow/staircase.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/arena/corpus/testcomp/controlflow/staircase.c"

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    int key = 90125;
    int depth = 0;
    while (depth < 10) {
        int step = __VERIFIER_nondet_int();
        if (step != (key ^ 0x5a5a) + depth) {
            break;
        }
        key = (key * 5 + step) % 1000003;
        depth++;
    }
    if (depth == 0) {
        return 1;
    }
    if (depth < 5) {
        return 2;
    }
    if (depth < 10) {
        return 3;
    }
    reach_error();
    return 0;
}
