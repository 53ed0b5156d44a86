/* What a processor is doing: a process. */
#ifndef SHIM_LINUX_PREEMPT_H
#define SHIM_LINUX_PREEMPT_H

#define in_irq() 0
#define in_nmi() 0
#define in_serving_softirq() 0

#endif
