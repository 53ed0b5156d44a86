/* Values at any address. */
#ifndef SHIM_ASM_UNALIGNED_H
#define SHIM_ASM_UNALIGNED_H

#include <linux/types.h>

#define get_unaligned(pointer) (((const struct { __typeof__(*(pointer)) value; } __attribute__((packed)) *)(pointer))->value)
#define put_unaligned(new, pointer) \
    ((void)(((struct { __typeof__(*(pointer)) value; } __attribute__((packed)) *)(pointer))->value = (new)))
#define get_unaligned_le16(pointer) get_unaligned((const u16 *)(pointer))
#define get_unaligned_le32(pointer) get_unaligned((const u32 *)(pointer))
#define get_unaligned_le64(pointer) get_unaligned((const u64 *)(pointer))
#define get_unaligned_be16(pointer) __builtin_bswap16(get_unaligned((const u16 *)(pointer)))
#define get_unaligned_be32(pointer) __builtin_bswap32(get_unaligned((const u32 *)(pointer)))
#define put_unaligned_le16(new, pointer) put_unaligned(new, (u16 *)(pointer))
#define put_unaligned_le32(new, pointer) put_unaligned(new, (u32 *)(pointer))

#endif
