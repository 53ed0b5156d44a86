/* Whether the call under test is over. What a test ends with may call mocks, too, which then do nothing. */
static bool mocks_are_over;

