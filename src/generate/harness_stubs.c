#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>
