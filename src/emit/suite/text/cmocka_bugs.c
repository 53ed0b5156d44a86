int main(void) {
    static const struct CMUnitTest tests[] = {
        {0},
@TESTS@
    };

#ifndef SYMIR_BUGS
    return 0;
#endif
    return _cmocka_run_group_tests("@SUBJECT@", tests + 1, sizeof tests / sizeof tests[0] - 1, NULL, NULL);
}
