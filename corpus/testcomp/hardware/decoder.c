/* Instructions of sixteen bits for a machine of four registers, at most six of them. */
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    unsigned int registers[4] = {0, 0, 0, 0};
    for (int counter = 0; counter < 6; counter++) {
        unsigned int word = __VERIFIER_nondet_ushort();
        unsigned int to = (word >> 10) & 3u, from = (word >> 8) & 3u, number = word & 0xffu;
        switch (word >> 12) {
        case 0:
            if (registers[3] == 0xcafeu) {
                reach_error();
            }
            return 0;
        case 1:
            registers[to] = number;
            break;
        case 2:
            registers[to] = (registers[to] + registers[from]) & 0xffffu;
            break;
        case 3:
            registers[to] = (registers[from] << (number & 15u)) & 0xffffu;
            break;
        case 4:
            registers[to] ^= registers[from];
            break;
        case 5:
            if (registers[from] == 0) {
                counter++;
            }
            break;
        default:
            return 1;
        }
    }
    return 2;
}
