/* A set of numbers as a hash table with linear probing; zero marks a free place. */
#define ROOM 8

/* Returns 1 if the number is new, 0 if it was there, and -1 if it is zero or the table is full. */
int add(unsigned table[ROOM], unsigned number) {
    if (number == 0)
        return -1;
    for (unsigned i = 0; i < ROOM; i++) {
        unsigned *place = &table[(number + i) % ROOM];

        if (*place == number)
            return 0;
        if (*place == 0) {
            *place = number;
            return 1;
        }
    }
    return -1;
}

int contains(const unsigned table[ROOM], unsigned number) {
    for (unsigned i = 0; i < ROOM; i++) {
        unsigned found = table[(number + i) % ROOM];

        if (found == 0)
            return 0;
        if (found == number)
            return 1;
    }
    return 0;
}
