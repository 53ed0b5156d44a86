/* A user pointer that is a small number: nothing lies behind it. */
int slot_of(void *handle) {
    return handle == 0 ? -1 : 1;
}
