/* Files: only that they have a path. */
#ifndef SHIM_LINUX_FS_H
#define SHIM_LINUX_FS_H

#include <linux/dcache.h>
#include <linux/types.h>

struct path {
    const struct dentry *dentry;
};
struct file {
    struct path f_path;
};

char *file_path(struct file *file, char *buffer, int size);

#endif
