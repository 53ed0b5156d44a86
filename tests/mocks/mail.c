/* Gives structures, texts in them and arrays of them to other modules. */
#include <stddef.h>

enum level { LOW, MIDDLE, HIGH };

struct mail {
    char kind;
    int value;
    enum level level;
    const char *subject;
    unsigned char tag[3];
    char folder[8];
    short parts[2], parts_0;
};

int send_mail(const struct mail *mail);
int send_value(struct mail mail, enum level level);
int send_all(const struct mail *mails, int n);
void plot(const int *values, size_t n);

int notify(int value) {
    struct mail mail = {
        .kind = 'n', .value = value * 2, .level = value > 10 ? HIGH : LOW, .subject = value > 10 ? "alarm" : NULL,
        .tag = {1, 2, 3}, .folder = "inbox", .parts = {20, 30},
    };

    return send_mail(&mail) < 0 ? -1 : 0;
}

int forward(int value, enum level level) {
    struct mail mail = {.kind = 'f', .value = value + 1, .level = level, .subject = "forwarded"};

    return send_value(mail, level == HIGH ? MIDDLE : level);
}

int notify_both(int first, int second) {
    struct mail both[2] = {
        {.kind = 'a', .value = first, .subject = "one"},
        {.kind = 'b', .value = second, .subject = "two"},
    };

    return send_all(both, second == first ? 1 : 2);
}

void draw(int from) {
    int values[] = {from, from + 10, from + 40};

    plot(values, sizeof values / sizeof *values);
}
