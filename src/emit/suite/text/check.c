int main(void) {
    Suite *suite = suite_create("@SUBJECT@");
    TCase *cases = tcase_create("generated");
    SRunner *runner;
    int failed;

@TESTS@
    suite_add_tcase(suite, cases);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
