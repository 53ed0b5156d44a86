    if (@POINTER@ != NULL)
        *(int *)&@PLACE@ = @NAME@_number;
