/* Registers at fixed addresses, as the code of a microcontroller names them. */
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    volatile uint32_t control, baud, status, data;
} uart_t;

typedef struct {
    volatile uint32_t mode, input, output, change;
} port_t;

typedef struct {
    uint32_t control, status;
    uint8_t received[4];
} spi_t;

#define DEVICES 0x40000000UL
#define UART1 ((uart_t *)(DEVICES + 0x11000UL))
#define UART2 ((uart_t *)(DEVICES + 0x4400UL))
#define PORT ((port_t *)0x48000000UL)
#define SPI ((volatile spi_t *)(DEVICES + 0x13000UL))
#define TIMER (*(volatile uint32_t *)0x40002000UL)

#define RECEIVED (1u << 5)
#define SENT (1u << 6)

static void set_baud(uart_t *uart, uint32_t clock, uint32_t baud)
{
    uart->baud = (clock + baud / 2) / baud;
}

bool start(uint32_t clock, uint32_t baud)
{
    if (baud == 0 || clock / 16 < baud)
        return false;
    UART1->control &= ~1u;
    set_baud(UART1, clock, baud);
    UART1->control |= 1u | 8u;
    return true;
}

int receive(void)
{
    if (!(UART1->status & RECEIVED))
        return -1;
    return (int)(UART1->data & 0xff);
}

uart_t *uart_of(int number)
{
    return number == 1 ? UART1 : number == 2 ? UART2 : 0;
}

bool is_sent(int number)
{
    uart_t *uart = uart_of(number);

    return uart && (uart->status & SENT);
}

void set_pin(int pin, bool is_on)
{
    port_t *port = PORT;

    if (pin < 0 || pin > 15)
        return;
    port->change = is_on ? 1u << pin : 1u << (pin + 16);
}

static uart_t *const uarts[] = {UART1, UART2};

uint32_t status_of(unsigned at)
{
    return at < sizeof uarts / sizeof *uarts ? uarts[at]->status : 0;
}

/* The number 4096 is no address, although the function returns one. */
uart_t *uart_for(unsigned long size)
{
    unsigned long used = size > 4096 ? 4096 : size;

    return used == 4096 ? UART1 : UART2;
}

uint32_t elapsed(uint32_t since)
{
    return TIMER - since;
}

int take(uint8_t to[4])
{
    if (SPI->status & SENT)
        return -1;
    for (int i = 0; i < 4; i++) {
        to[i] = SPI->received[i];
        SPI->received[i] = 0;
    }
    SPI->control |= 2u;
    return 0;
}
