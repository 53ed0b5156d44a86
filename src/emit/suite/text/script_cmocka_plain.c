/* Mocks: what each is called with is checked, and what it gives back is what the test says. */
