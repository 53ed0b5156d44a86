/* Caesar's cipher: letters are shifted in the alphabet, and the rest stays. */
static char shift_letter(char c, char first, unsigned shift) {
    return (char)(first + ((unsigned)(c - first) + shift) % 26);
}

void encrypt(char *text, unsigned char shift) {
    for (; *text != '\0'; text++) {
        if (*text >= 'a' && *text <= 'z')
            *text = shift_letter(*text, 'a', shift);
        else if (*text >= 'A' && *text <= 'Z')
            *text = shift_letter(*text, 'A', shift);
    }
}

void decrypt(char *text, unsigned char shift) {
    encrypt(text, (unsigned char)(26 - shift % 26));
}
