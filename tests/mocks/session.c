/* A session over a transport, of which only a library knows what it is. */
#include <stdlib.h>
#include <string.h>

struct transport;
int transport_send(struct transport *transport, const char *text, size_t length);
void transport_close(struct transport *transport);

struct session { struct transport *transport; int n_sent, n_failed; };

struct session *session_new(struct transport *transport) {
    struct session *session = calloc(1, sizeof *session);
    if (session != NULL)
        session->transport = transport;
    return session;
}

int session_say(struct session *session, const char *text) {
    if (transport_send(session->transport, text, strlen(text)) < 0) {
        session->n_failed++;
        return -1;
    }
    session->n_sent++;
    return 0;
}

void session_free(struct session *session) {
    transport_close(session->transport);
    free(session);
}
