/* A comparator of structures, with casts inside of expressions. */
struct person {
    char name[8];
    int age;
};

int compare_ages(const void *a, const void *b) {
    if (((const struct person *)a)->age < ((const struct person *)b)->age)
        return -1;
    return ((const struct person *)a)->age > ((const struct person *)b)->age;
}
