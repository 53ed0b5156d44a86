@LINKAGE@@RESULT@ scripted_@NAME@(@PARAMETER@);

@LINKAGE@@RESULT@ scripted_@NAME@(@PARAMETER@)
{
    @RESULT@ value;

    if (script_length == 0)
        return @NAME@(@ARGUMENT@);
    script_length--;
    memcpy(&value, script++, sizeof value);
@STORE@
    return value;
}

