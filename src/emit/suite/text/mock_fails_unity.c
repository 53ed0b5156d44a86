    fprintf(stderr, "%s\n", mock_message);
    TEST_ASSERT_TRUE(false);
    abort();
