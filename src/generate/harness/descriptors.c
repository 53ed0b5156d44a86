
/*
 * Calls @FUNCTION@ with copies of the descriptors of streams, which have the same numbers in all tests.
 * Without a stream, the descriptor is -1.
 */
static @HEAD@ {
@BEFORE@@SET@
@CALL@@AFTER@@RETURN@}
