/* The inputs of the tasks for CBMC, which lists in its test suites only what __CPROVER_input names. */
#define INPUT(type, name)                    \
    type __VERIFIER_nondet_##name(void) {    \
        type value;                          \
        __CPROVER_input(#name, value);       \
        return value;                        \
    }

INPUT(_Bool, bool)
INPUT(char, char)
INPUT(unsigned char, uchar)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned int, uint)
INPUT(float, float)
INPUT(double, double)
