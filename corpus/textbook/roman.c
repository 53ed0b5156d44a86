/* Roman numerals, there and back. */
static int value_of(char digit) {
    switch (digit) {
    case 'I': return 1;
    case 'V': return 5;
    case 'X': return 10;
    case 'L': return 50;
    case 'C': return 100;
    case 'D': return 500;
    case 'M': return 1000;
    default: return 0;
    }
}

/* The number that a numeral stands for, or -1 if it has a letter that is none of its digits. */
int from_roman(const char *numeral) {
    int sum = 0;

    for (; *numeral != '\0'; numeral++) {
        int value = value_of(*numeral);

        if (value == 0)
            return -1;
        if (value < value_of(numeral[1]))
            sum -= value;
        else
            sum += value;
    }
    return sum;
}

/* Returns 0, or -1 if the number is not between 1 and 39. */
int to_roman(int number, char numeral[8]) {
    static const struct { int value; const char *digits; } steps[] = {
        {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
    };

    if (number < 1 || number > 39)
        return -1;
    for (int i = 0; i < 5; i++) {
        for (; number >= steps[i].value; number -= steps[i].value) {
            for (const char *digit = steps[i].digits; *digit != '\0'; digit++)
                *numeral++ = *digit;
        }
    }
    *numeral = '\0';
    return 0;
}
