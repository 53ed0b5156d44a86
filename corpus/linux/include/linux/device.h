/* Devices: only that they exist. */
#ifndef SHIM_LINUX_DEVICE_H
#define SHIM_LINUX_DEVICE_H

#include <linux/types.h>

struct device;

int devm_add_action_or_reset(struct device *device, void (*action)(void *), void *data);
void *devres_alloc(void (*release)(struct device *device, void *resource), size_t size, gfp_t flags);
void devres_free(void *resource);
void devres_add(struct device *device, void *resource);

#endif
