    if (@POINTER@ != NULL) {
        @ARRAY@ = symir_array(@ELEMENT@, @MOST@, "@NAME@");
        @NUMBER@ = symir_array_length(@ARRAY@);
        if (@NUMBER@ == 0)
            @ARRAY@ = NULL;
    }
