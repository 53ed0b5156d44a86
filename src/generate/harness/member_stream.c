    FILE *@NAME@ = symir_file(@MOST@, "@NAME@");
    if (symir_bool("@NAME@_is_null"))
        @NAME@ = NULL;
