/* Waits for a while that chance decides, and finds a name. */
struct host {
    int port;
    int weight;
};

unsigned dice(unsigned sides);
int try_once(const struct host *host, const char *name);
void pause_for(unsigned milliseconds);
struct host *find_host(const char *name);

int reach(const char *name) {
    struct host *host = find_host(name);

    if (host == 0)
        return -2;
    for (unsigned attempt = 0; attempt < 2; attempt++) {
        if (try_once(host, name) == 0)
            return host->port;
        pause_for((10u << attempt) + dice(10) % 10);
    }
    host->weight = 0;
    return -1;
}
