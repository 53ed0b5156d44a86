void setUp(void) {
}

void tearDown(void) {
}

int main(void) {
    UNITY_BEGIN();
@TESTS@
    return UNITY_END();
}
