/* What libcork's build writes. */
#define CORK_CONFIG_VERSION_MAJOR 1
#define CORK_CONFIG_VERSION_MINOR 0
#define CORK_CONFIG_VERSION_PATCH 0
