/* Whoever sets a variable is responsible for its value. */
int page_size = 4096;
int slots[8];
int mode;

int pages(unsigned bytes) {
    return (int)(bytes / (unsigned)page_size);
}

int slot(void) {
    return slots[mode];
}

/* The function itself is responsible for what it checks. */
int checked_slot(void) {
    if (mode < 0 || mode > 8) {
        return -1;
    }
    return slots[mode];
}

char *buffer;

/* And so is whoever sets a pointer for what it leads to. */
void wipe(void) {
    for (int i = 0; i < 20; i++) {
        buffer[i] = 0;
    }
}

int limit;

/* A variable that is itself the bound of a loop. */
int sum(void) {
    int all = 0;

    for (int i = 0; i < limit; i++) {
        all += slots[i];
    }
    return all;
}
