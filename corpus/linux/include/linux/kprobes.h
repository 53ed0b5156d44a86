/* Functions in which no probe may be put. */
#ifndef SHIM_LINUX_KPROBES_H
#define SHIM_LINUX_KPROBES_H

#define NOKPROBE_SYMBOL(function)

#endif
