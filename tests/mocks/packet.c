/* Sends a packet over a socket and waits for its acknowledgement. */
#include <errno.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>

int send_packet(int socket, unsigned char number) {
    unsigned char packet[2] = {0x7e, number};
    unsigned char answer[2];
    ssize_t n = send(socket, packet, sizeof packet, 0);

    if (n < 0)
        return errno == EAGAIN ? 1 : -1;
    if (n != (ssize_t)sizeof packet)
        return -2;
    n = recv(socket, answer, sizeof answer, 0);
    if (n < 0)
        return -3;
    if (n == 0)
        return -4;
    if (n != 2 || answer[0] != 0x7f || answer[1] != number)
        return -5;
    return 0;
}
