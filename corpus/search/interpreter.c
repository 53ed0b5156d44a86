/* A machine with a stack, for programs of one byte an instruction. */
#include "symir.h"

int interpret(const unsigned char *code, int n)
{
    int stack[4] = {0};
    int top = 0, at = 0, steps = 0, flag = 0;
    while (at < n && steps++ < 24) {
        unsigned char op = code[at++];
        switch (op & 0xf0) {
        case 0x10:
            if (top == 4)
                return -1;
            stack[top++] = op & 0xf;
            break;
        case 0x20:
            if (top < 2)
                return -2;
            top--;
            stack[top - 1] += stack[top];
            break;
        case 0x30:
            if (top < 2)
                return -2;
            top--;
            stack[top - 1] *= stack[top];
            break;
        case 0x40:
            if (top < 1)
                return -2;
            flag = stack[--top] == (op & 0xf);
            break;
        case 0x50:
            if (flag)
                at += op & 3;
            break;
        case 0x60:
            if (flag && at > (op & 3))
                at -= (op & 3) + 1;
            break;
        case 0x70:
            if (top < 1)
                return -2;
            if (stack[top - 1] == 42)
                return 42;
            return stack[top - 1] > 100 ? 100 : 1;
        default:
            return -3;
        }
    }
    return at < n ? -4 : 0;
}

int main(void)
{
    unsigned char code[7];
    symir_bytes(code, sizeof code, "code");
    SYMIR_TEST(interpret, code, (int)sizeof code);
}
