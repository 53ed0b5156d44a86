    if (@NAME@ != NULL)
        fseek(@NAME@, lseek(fileno(@NAME@), 0, SEEK_CUR), SEEK_SET);
