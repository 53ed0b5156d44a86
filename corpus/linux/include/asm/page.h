/* Pages. */
#ifndef SHIM_ASM_PAGE_H
#define SHIM_ASM_PAGE_H

#define PAGE_SHIFT 12
#define PAGE_SIZE (1ul << PAGE_SHIFT)
#define PAGE_MASK (~(PAGE_SIZE - 1))

#define offset_in_page(pointer) ((unsigned long)(pointer) & ~PAGE_MASK)

#endif
