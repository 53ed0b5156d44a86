/* Included before everything else, as a kernel's configuration is. */
#define CONFIG_LIMIT 8
