int main(void) {
    const struct CMUnitTest tests[] = {
@TESTS@
    };

    return cmocka_run_group_tests_name("@SUBJECT@", tests, NULL, NULL);
}
