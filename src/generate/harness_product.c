    if (@POINTER@ != NULL) {
        @ARRAY@ = symir_array(@ELEMENT@, @MOST@, "@NAME@");
        symir_assume((unsigned long long)@ROWS@ <= @MOST@ && (unsigned long long)@SIZE@ <= @MOST@);
        symir_assume(@ROWS@ * (unsigned long long)@SIZE@ == symir_array_length(@ARRAY@));
    }
