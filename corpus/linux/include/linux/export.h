/* Exported symbols: one program needs none. */
#ifndef SHIM_LINUX_EXPORT_H
#define SHIM_LINUX_EXPORT_H

#define EXPORT_SYMBOL(symbol)
#define EXPORT_SYMBOL_GPL(symbol)
#define EXPORT_SYMBOL_NS(symbol, space)
#define EXPORT_SYMBOL_NS_GPL(symbol, space)

#endif
