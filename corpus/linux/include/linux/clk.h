/* Clocks of hardware: only that they exist. */
#ifndef SHIM_LINUX_CLK_H
#define SHIM_LINUX_CLK_H

struct clk;

#endif
