/* Who a process acts for. */
#ifndef SHIM_LINUX_CRED_H
#define SHIM_LINUX_CRED_H

#include <linux/types.h>

typedef struct {
    unsigned int val;
} kuid_t;
typedef struct {
    unsigned int val;
} kgid_t;

struct task_struct;
struct cred {
    kuid_t uid, euid;
    kgid_t gid, egid;
};

extern struct task_struct *current;
const struct cred *current_cred(void);
bool has_capability_noaudit(struct task_struct *task, int capability);
#define CAP_SYSLOG 34
#define uid_eq(a, b) ((a).val == (b).val)
#define gid_eq(a, b) ((a).val == (b).val)

#endif
