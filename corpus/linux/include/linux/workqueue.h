/* Work for later: never done. */
#ifndef SHIM_LINUX_WORKQUEUE_H
#define SHIM_LINUX_WORKQUEUE_H

#include <linux/types.h>

struct work_struct {
    void (*function)(struct work_struct *work);
};

#define DECLARE_DELAYED_WORK(name, function) struct work_struct name = { function }
#define HZ 100
#define queue_delayed_work(queue, work, delay) ((void)(work))
#define system_unbound_wq NULL

#endif
