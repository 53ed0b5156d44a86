/* Marks of code that runs at the start: none runs. */
#ifndef SHIM_LINUX_INIT_H
#define SHIM_LINUX_INIT_H

#define early_param(name, function)
#define __setup(name, function)
#define core_initcall(function)
#define subsys_initcall(function)
#define late_initcall(function)
#define early_initcall(function)

#endif
