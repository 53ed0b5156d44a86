/* Names of files in their tree. */
#ifndef SHIM_LINUX_DCACHE_H
#define SHIM_LINUX_DCACHE_H

#include <linux/hash.h>
#include <linux/rcupdate.h>
#include <linux/types.h>

struct qstr {
    const unsigned char *name;
};
struct dentry {
    struct dentry *d_parent;
    struct qstr d_name;
};

#endif
