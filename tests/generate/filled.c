/* Functions that nothing defines fill what they are given, and are not told how large it is. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct message {
    uint8_t kind;
    uint8_t length;
    uint8_t body[8];
};

struct radio {
    int errors;
    uint8_t frame[12];
};

int radio_receive(uint8_t *frame);
int radio_read(void *buffer, size_t size);
int radio_levels(int *levels);
int radio_table(void *table);
int radio_poll(uint8_t *frame);
void radio_log(char *line);

int receive_message(struct message *message) {
    uint8_t frame[16];
    int n = radio_receive(frame);

    if (n < 2)
        return -1;
    if (frame[0] != 0x7e)
        return -2;
    if (frame[1] > sizeof message->body)
        return -3;
    message->kind = frame[0];
    message->length = frame[1];
    memcpy(message->body, frame + 2, frame[1]);
    return 0;
}

int read_message(struct message *message) {
    struct message read;

    if (radio_read(&read, sizeof read) != sizeof read)
        return -1;
    if (read.kind == 3)
        return -2;
    *message = read;
    return 0;
}

int last_level(void) {
    int levels[4];

    if (radio_levels(levels) < 0)
        return -1;
    return levels[0] > 10 ? levels[3] : levels[1];
}

int last_entry(void) {
    int table[4];

    if (radio_table(table) < 0)
        return -1;
    return table[0] > 10 ? table[3] : table[1];
}

int poll_radio(struct radio *radio) {
    if (radio_poll(radio->frame) != 0) {
        radio->errors++;
        return -1;
    }
    return radio->frame[11];
}

/* What is passed here is a text, and no place for one. */
int log_state(int state) {
    char line[16] = "on";

    if (state == 0)
        strcpy(line, "off");
    radio_log(line);
    return (int)strlen(line);
}

void radio_name(char *name);
int radio_dump(uint8_t *memory);

int is_base_station(void) {
    char name[64];

    radio_name(name);
    return strcmp(name, "base") == 0;
}

int last_of_dump(void) {
    uint8_t memory[256];

    if (radio_dump(memory) < 3)
        return -1;
    return memory[0] == memory[2] ? 1 : memory[255];
}
