/* The one request of a program that runs a test alone; symir writes its bytes as numbers into `request.h`. */
const unsigned char symir_request[] = {
#include "request.h"
};
const unsigned long symir_request_length = sizeof symir_request;
