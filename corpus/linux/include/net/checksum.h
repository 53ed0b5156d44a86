/* The checksum of the Internet. */
#ifndef SHIM_NET_CHECKSUM_H
#define SHIM_NET_CHECKSUM_H

#include <linux/types.h>

#include <asm/byteorder.h>
#include <linux/string.h>

typedef u32 __wsum;
typedef u16 __sum16;

static inline __sum16 csum_fold(__wsum sum) {
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    return (__sum16)~sum;
}

__wsum csum_partial(const void *bytes, int size, __wsum sum);
__sum16 ip_fast_csum(const void *header, unsigned int words);
__sum16 ip_compute_csum(const void *bytes, int size);
__wsum csum_tcpudp_nofold(__be32 from, __be32 to, u32 size, u8 protocol, __wsum sum);

#endif
