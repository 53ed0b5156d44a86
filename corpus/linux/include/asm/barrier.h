/* Barriers between processors, of which there is one. */
#ifndef SHIM_ASM_BARRIER_H
#define SHIM_ASM_BARRIER_H

#define smp_wmb() barrier()
#define smp_rmb() barrier()
#define smp_mb() barrier()

#endif
