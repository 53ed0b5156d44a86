#ifndef LINE_H
#define LINE_H
#include <stddef.h>

/* How many bytes were sent; negative if the line is broken. */
int line_send(int line, const void *bytes, size_t length);
int line_receive(int line, unsigned char *to, size_t size);
void line_wait(unsigned milliseconds);
void log_event(const char *what, int code);

#endif
