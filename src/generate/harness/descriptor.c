    int @NAME@_number = @NAME@ == NULL ? -1 : dup2(fileno(@NAME@), @NUMBER@);
