/* Names of clocks. */
#ifndef SHIM_LINUX_CLK_PROVIDER_H
#define SHIM_LINUX_CLK_PROVIDER_H

struct clk;
const char *__clk_get_name(const struct clk *clock);

#endif
