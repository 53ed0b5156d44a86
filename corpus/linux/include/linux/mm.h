/* Memory of processes. */
#ifndef SHIM_LINUX_MM_H
#define SHIM_LINUX_MM_H

#include <linux/bug.h>
#include <linux/errno.h>
#include <linux/types.h>
#include <asm/page.h>

struct task_struct;

int get_cmdline(struct task_struct *task, char *buffer, int size);

#endif
