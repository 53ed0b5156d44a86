
/*
 * Calls @FUNCTION@ with copies of the descriptors of streams, which have the same numbers in all tests.
 * Without a stream, it passes -1.
 */
static @HEAD@ {
@BEFORE@
@CALL@@AFTER@@RETURN@}
