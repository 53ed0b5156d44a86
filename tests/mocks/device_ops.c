/* A device whose driver is a table of operations. */
#include <stddef.h>
struct device_ops {
    int (*open)(int unit);
    int (*read)(int unit, unsigned char *to, int n);
    int (*write)(int unit, const unsigned char *from, int n);
    void (*close)(int unit);
};
struct device { int unit; const struct device_ops *ops; };
int device_copy(const struct device *from, int check) {
    unsigned char data[4];
    if (from == NULL || from->ops == NULL || from->ops->open == NULL)
        return -1;
    if (from->ops->open(from->unit) < 0)
        return -2;
    int n = from->ops->read ? from->ops->read(from->unit, data, 4) : 0;
    if (n > 0 && check && data[0] == 0x55)
        n = -3;
    if (from->ops->close)
        from->ops->close(from->unit);
    return n;
}
