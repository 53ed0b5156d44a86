    if (@POINTER@ != NULL)
        @PLACE@ = symir_bool("@NAME@_is_null") ? NULL : symir_file(@MOST@, "@NAME@");
