# 0 "/work/arena/corpus/testcomp/bitvectors/hash_compare.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/arena/corpus/testcomp/bitvectors/hash_compare.c"

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    unsigned int hash = 2166136261u;
    int letters = 0;
    for (int i = 0; i < 4; i++) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        if (byte >= 'a' && byte <= 'z') {
            letters++;
        }
        hash = (hash ^ byte) * 16777619u;
    }
    if (letters < 4) {
        return 1;
    }

    if (hash == 0x21f5b729u) {
        reach_error();
    }
    if ((hash & 0xffu) == 0x42u) {
        return 2;
    }
    return 0;
}
