/* A request and its answer over a line that somebody else has written, with retries. */
#include "line.h"

enum outcome { DONE, REFUSED, SILENT, BROKEN };

enum outcome ask(int line, unsigned char command) {
    unsigned char request[3] = {0x7e, command, (unsigned char)(command ^ 0xff)};
    unsigned char answer[2];

    for (int attempt = 0; attempt < 2; attempt++) {
        if (line_send(line, request, sizeof request) != (int)sizeof request)
            return BROKEN;
        int n = line_receive(line, answer, sizeof answer);
        if (n < 0)
            return BROKEN;
        if (n == 2 && answer[0] == command)
            return answer[1] == 0 ? DONE : REFUSED;
        line_wait(10u << attempt);
    }
    log_event("no answer", command);
    return SILENT;
}
