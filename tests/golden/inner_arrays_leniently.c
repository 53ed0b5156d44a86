/* symir: --lenient-arrays */
/* With this option, an index may be outside of an array if the access stays within the structure or the table. */
#include "inner_arrays.c"
