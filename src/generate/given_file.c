@NAME@ = (char *)"@NAME@.txt";
@NULL@if (symir_bool("@NAME@_is_other")) {
    @NAME@ = symir_bool("@NAME@_is_folder") ? (char *)"." : (char *)@OTHER@;
} else if (symir_bool("@NAME@_is_there")) {
    unsigned char *content = symir_array(unsigned char, @MOST@, "@NAME@_content");
    size_t length = symir_array_length(content);
    FILE *file = fopen("@NAME@.txt", "wb");

    symir_assume(length <= 16 || length % 32 == 0); /* of long ones a few do */
    if (file == NULL)
        return 1;
    fwrite(content, 1, length, file);
    fclose(file);
}
