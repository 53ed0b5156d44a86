/* Identifiers of 128 bits. */
#ifndef SHIM_LINUX_UUID_H
#define SHIM_LINUX_UUID_H

#include <linux/types.h>

#include <linux/string.h>

#define UUID_SIZE 16
#define UUID_STRING_LEN 36

typedef struct {
    u8 b[UUID_SIZE];
} guid_t;

typedef struct {
    u8 b[UUID_SIZE];
} uuid_t;

extern const u8 guid_index[UUID_SIZE];
extern const u8 uuid_index[UUID_SIZE];
extern const guid_t guid_null;
extern const uuid_t uuid_null;

void generate_random_uuid(unsigned char uuid[UUID_SIZE]);
void generate_random_guid(unsigned char guid[UUID_SIZE]);
void guid_gen(guid_t *guid);
void uuid_gen(uuid_t *uuid);
bool uuid_is_valid(const char *text);
int guid_parse(const char *text, guid_t *guid);
int uuid_parse(const char *text, uuid_t *uuid);

#endif
