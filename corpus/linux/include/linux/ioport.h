/* Ranges of addresses that devices have. */
#ifndef SHIM_LINUX_IOPORT_H
#define SHIM_LINUX_IOPORT_H

#include <linux/types.h>

struct resource {
    resource_size_t start, end;
    const char *name;
    unsigned long flags;
};

#define IORESOURCE_IO 0x100ul
#define IORESOURCE_MEM 0x200ul
#define IORESOURCE_IRQ 0x400ul
#define IORESOURCE_DMA 0x800ul
#define IORESOURCE_BUS 0x1000ul
#define IORESOURCE_PREFETCH 0x2000ul
#define IORESOURCE_WINDOW 0x200000ul
#define IORESOURCE_DISABLED 0x10000000ul
#define IORESOURCE_UNSET 0x20000000ul
#define IORESOURCE_MEM_64 0x100000ul

static inline resource_size_t resource_size(const struct resource *range) {
    return range->end - range->start + 1;
}

#endif
