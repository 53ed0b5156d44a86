/* The device tree. */
#ifndef SHIM_LINUX_OF_H
#define SHIM_LINUX_OF_H

#include <linux/bitmap.h>
#include <linux/types.h>

struct fwnode_handle;
struct property;
struct device_node {
    unsigned int phandle;
};

enum { OF_DYNAMIC = 1, OF_DETACHED, OF_POPULATED, OF_POPULATED_BUS };
struct fwnode_handle *of_fwnode_handle(struct device_node *node);
int of_node_check_flag(const struct device_node *node, unsigned long flag);
int of_property_read_string(const struct device_node *node, const char *name, const char **result);
const char *of_prop_next_string(struct property *property, const char *current_string);
struct property *of_find_property(const struct device_node *node, const char *name, int *length);
#define of_property_for_each_string(node, name, property, string) \
    for ((property) = of_find_property(node, name, NULL), (string) = of_prop_next_string(property, NULL); (string); \
         (string) = of_prop_next_string(property, string))

#endif
