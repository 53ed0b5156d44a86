/* Selectors that stand for values at equal steps. */
#ifndef SHIM_LINUX_LINEAR_RANGE_H
#define SHIM_LINUX_LINEAR_RANGE_H

#include <linux/types.h>

struct linear_range {
    unsigned int min, min_sel, max_sel, step;
};

unsigned int linear_range_values_in_range(const struct linear_range *range);
unsigned int linear_range_values_in_range_array(const struct linear_range *ranges, int count);
unsigned int linear_range_get_max_value(const struct linear_range *range);
int linear_range_get_value(const struct linear_range *range, unsigned int selector, unsigned int *value);
int linear_range_get_value_array(const struct linear_range *ranges, int count, unsigned int selector,
                                 unsigned int *value);
int linear_range_get_selector_low(const struct linear_range *range, unsigned int value, unsigned int *selector,
                                  bool *found);
int linear_range_get_selector_high(const struct linear_range *range, unsigned int value, unsigned int *selector,
                                   bool *found);
void linear_range_get_selector_within(const struct linear_range *range, unsigned int value, unsigned int *selector);
int linear_range_get_selector_low_array(const struct linear_range *ranges, int count, unsigned int value,
                                        unsigned int *selector, bool *found);

#endif
