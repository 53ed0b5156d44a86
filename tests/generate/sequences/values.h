/* Values of several kinds, which begin alike. The parts behind that are known to the functions alone. */
#include <stddef.h>

enum kind { NONE, YES, NUMBER, LIST };

struct value {
    enum kind kind;
    unsigned refs; /* counted for values that are freed */
};

struct value *value_none(void);
struct value *value_yes(void);
struct value *value_number(long value);
struct value *value_list(void);
struct value *value_copy(struct value *value);
void value_free(struct value *value);

void number_set(struct value *number, long value);
int list_append(struct value *list, struct value *value);
void list_clear(struct value *list);
struct value *list_get(const struct value *list, size_t index);
int is_longer(const struct value *value1, const struct value *value2);
