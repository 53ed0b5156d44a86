/* Ethernet: an address has 6 bytes. */
#ifndef SHIM_LINUX_IF_ETHER_H
#define SHIM_LINUX_IF_ETHER_H

#include <linux/export.h>
#include <linux/types.h>

#define ETH_ALEN 6

bool mac_pton(const char *text, u8 *address);

#endif
