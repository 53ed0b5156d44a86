/* Nodes that firmware describes. */
#ifndef SHIM_LINUX_PROPERTY_H
#define SHIM_LINUX_PROPERTY_H

struct fwnode_handle;

unsigned int fwnode_count_parents(const struct fwnode_handle *node);
struct fwnode_handle *fwnode_get_nth_parent(struct fwnode_handle *node, unsigned int depth);
const char *fwnode_get_name(const struct fwnode_handle *node);
const char *fwnode_get_name_prefix(const struct fwnode_handle *node);
void fwnode_handle_put(struct fwnode_handle *node);

#endif
