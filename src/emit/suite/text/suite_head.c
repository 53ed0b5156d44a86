/*
 * Tests of @SUBJECT@ for @FRAMEWORK@, made by symir from @SOURCES@. To build and run them:
 *
 *     @COMMAND@
 *
