/* Addresses of networks. */
#ifndef SHIM_NET_ADDRCONF_H
#define SHIM_NET_ADDRCONF_H

#include <linux/types.h>

struct in_addr {
    u32 s_addr;
};
struct in6_addr {
    union {
        u8 s6_addr[16];
        u16 s6_addr16[8];
        u32 s6_addr32[4];
    };
};
struct sockaddr {
    u16 sa_family;
    char sa_data[14];
};
struct sockaddr_in {
    u16 sin_family, sin_port;
    struct in_addr sin_addr;
};
struct sockaddr_in6 {
    u16 sin6_family, sin6_port;
    u32 sin6_flowinfo;
    struct in6_addr sin6_addr;
    u32 sin6_scope_id;
};

#define AF_INET 2
#define AF_INET6 10
#define IPV6_FLOWINFO_MASK 0xffffff0fu
bool ipv6_addr_v4mapped(const struct in6_addr *address);
bool ipv6_addr_is_isatap(const struct in6_addr *address);

#endif
