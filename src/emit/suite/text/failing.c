@HEAD@;

@HEAD@ {
    static struct calls calls;
    const char *way = way_of_failing("@NAME@", &calls);
