
/* Calls @FUNCTION@ with the arguments that follow. */
static @HEAD@ {
    va_list @LIST@;@RESULT@

    va_start(@LIST@, @LAST@);
    @CALL@;
    va_end(@LIST@);@RETURN@
}
