/* Read sides of RCU. */
#ifndef SHIM_LINUX_RCUPDATE_H
#define SHIM_LINUX_RCUPDATE_H

#include <asm/barrier.h>
#include <linux/preempt.h>

#define rcu_read_lock() ((void)0)
#define rcu_read_unlock() ((void)0)

#endif
