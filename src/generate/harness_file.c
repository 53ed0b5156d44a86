    unsigned char *content = symir_array(unsigned char, @MOST@, "content");
    FILE *file = fopen("@INPUT@", "wb");

    if (file == NULL)
        return 1;
    fwrite(content, 1, symir_array_length(content), file);
    fclose(file);
