/* Decimal digits of four bits each. */
#ifndef SHIM_LINUX_BCD_H
#define SHIM_LINUX_BCD_H

unsigned _bcd2bin(unsigned char digits);
unsigned char _bin2bcd(unsigned number);

#endif
