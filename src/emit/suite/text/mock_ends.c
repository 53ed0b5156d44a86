
/* Where the test goes on when a mock is called that never returns. */
static jmp_buf mock_ended;
