    if (symir_bool("has_@INPUT@")) {
        const char *content = symir_text(@MOST@, "@INPUT@");
        FILE *file = fopen("@FILE@", "w");

        if (file == NULL)
            return 1;
        fputs(content, file);
        fclose(file);
    }
