/* What lies at a fixed address is a variable of the driver that is named after the address. */
#include "symir.h"

struct device {
    volatile unsigned control, status;
};

#define DEVICE ((struct device *)0x40001000)

struct device at_0x40001000;

int is_ready(void)
{
    DEVICE->control |= 1;
    return (DEVICE->status & 4) != 0;
}

int main(void)
{
    symir_object(at_0x40001000, "device");
    SYMIR_TEST(is_ready);
    return 0;
}
