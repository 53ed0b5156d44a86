#!/usr/bin/env python3
"""Writes deep.c: 20 stages, each behind a branch on the input, beside code with millions of paths."""
import random

random.seed(7)
STAGES, NOISE = 20, 12
key = [random.choice(b"abcdefghijklmnopqrstuvwxyz") for _ in range(STAGES)]

print("/* Written by deep.py: a place behind 20 branches, each beside code with millions of paths. */")
print('#include "symir.h"\n')
print(f"struct input {{\n    unsigned char key[{STAGES}], noise[{NOISE}];\n}};\n")
for stage in range(STAGES):
    print(f"/* Stage {stage}: what is done with an input that goes astray here. */")
    for part in range(4):
        print(f"static int astray_{stage}_{part}(const unsigned char *noise, int n)\n{{")
        print(f"    int total = {random.randrange(100)};")
        print("    for (int i = 0; i < n; i++) {")
        low = random.randrange(32, 90)
        print(f"        if (noise[i] < {low})\n            total += {random.randrange(1, 9)};")
        print(f"        else if (noise[i] > {low + random.randrange(20, 90)})\n            total -= i;")
        print(f"        else\n            total ^= {random.randrange(1, 64)};")
        print("    }")
        print(f"    switch (total & 3) {{")
        for case in range(3):
            print(f"    case {case}:\n        return total * {random.randrange(2, 9)};")
        print(f"    default:\n        return total;\n    }}\n}}\n")
for stage in reversed(range(STAGES)):
    print(f"static int stage_{stage}(const struct input *in, int total)\n{{")
    print(f"    if (in->key[{stage}] == {key[stage]}) /* {chr(key[stage])} */")
    if stage == STAGES - 1:
        print("        return 4711; /* the target */")
    else:
        print(f"        return stage_{stage + 1}(in, total + {random.randrange(1, 100)});")
    print(f"    switch (in->key[{stage}] & 3) {{")
    for part in range(3):
        print(f"    case {part}:\n        return total + astray_{stage}_{part}(in->noise, {NOISE});")
    print(f"    default:\n        return total - astray_{stage}_3(in->noise, {NOISE});\n    }}\n}}\n")
print("int deep(const struct input *in)\n{\n    return stage_0(in, 0);\n}\n")
print("int main(void)\n{\n    struct input in;\n    symir_bytes(&in, sizeof in, \"in\");\n    SYMIR_TEST(deep, &in);\n}")
