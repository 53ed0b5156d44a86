/*
 * Models of libintl.h, nl_types.h and langinfo.h: no catalogue of messages is
 * ever found, so that each is its own translation.
 */
#include "machine.h"

static bool are_equal(const char *a, const char *b) {
    for (; *a == *b; a++, b++)
        if (*a == '\0')
            return true;
    return false;
}

static char *copy_of(const char *text) {
    size_t size = 1;

    while (text[size - 1] != '\0')
        size++;
    char *copy = symir_memory(size);
    memcpy(copy, text, size);
    return copy;
}

char *gettext(const char *message) {
    return (char *)message;
}

char *dgettext(const char *domain, const char *message) {
    (void)domain;
    return (char *)message;
}

char *dcgettext(const char *domain, const char *message, int category) {
    (void)domain;
    (void)category;
    return (char *)message;
}

char *ngettext(const char *one, const char *many, unsigned long n) {
    return (char *)(n == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) {
    (void)domain;
    return ngettext(one, many, n);
}

char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category) {
    (void)domain;
    (void)category;
    return ngettext(one, many, n);
}

char *textdomain(const char *domain) {
    static char *current = "messages";

    if (domain == NULL)
        return current;
    if (*domain == '\0' || are_equal(domain, "messages")) {
        current = "messages";
        return current;
    }
    current = copy_of(domain);
    return current;
}

struct binding {
    struct binding *next;
    char *domain, *folder, *encoding;
};

static struct binding *bindings;

static struct binding *find(const char *domain, bool adds) {
    for (struct binding *at = bindings; at != NULL; at = at->next)
        if (are_equal(at->domain, domain))
            return at;
    if (!adds)
        return NULL;
    struct binding *binding = symir_memory(sizeof *binding);
    *binding = (struct binding){bindings, copy_of(domain), "/usr/share/locale", NULL};
    bindings = binding;
    return binding;
}

char *bindtextdomain(const char *domain, const char *folder) {
    if (domain == NULL || *domain == '\0')
        return NULL;
    struct binding *binding = find(domain, folder != NULL);
    if (binding != NULL && folder != NULL)
        binding->folder = copy_of(folder);
    return binding == NULL ? "/usr/share/locale" : binding->folder;
}

char *bind_textdomain_codeset(const char *domain, const char *encoding) {
    if (domain == NULL || *domain == '\0')
        return NULL;
    struct binding *binding = find(domain, encoding != NULL);
    if (binding != NULL && encoding != NULL)
        binding->encoding = copy_of(encoding);
    return binding == NULL ? NULL : binding->encoding;
}

/* Catalogues of nl_types.h. */

void *catopen(const char *name, int flag) {
    (void)name;
    (void)flag;
    fail(NO_ENTRY);
    return (void *)-1;
}

char *catgets(void *catalogue, int set, int number, const char *message) {
    (void)catalogue;
    (void)set;
    (void)number;
    return (char *)message;
}

int catclose(void *catalogue) {
    (void)catalogue;
    return fail(BAD_DESCRIPTOR);
}

/* What langinfo.h says of the "C" locale: the category is in the upper half. */
char *nl_langinfo(int item) {
    static char *const times[] = {
        "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday",
        "Friday", "Saturday", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December", "AM", "PM", "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p",
    };
    enum { TIMES = 2 << 16, ENCODING = 14, RADIX = 1 << 16, GROUPS, YES = 5 << 16, NO, CURRENCY = (4 << 16) + 15 };
    unsigned at = (unsigned)item - TIMES;

    if (at < sizeof times / sizeof *times)
        return times[at];
    switch (item) {
    case ENCODING:
        return "ANSI_X3.4-1968";
    case RADIX:
        return ".";
    case YES:
        return "^[yY]";
    case NO:
        return "^[nN]";
    case CURRENCY:
        return "-";
    default:
        return "";
    }
}

char *nl_langinfo_l(int item, void *locale) {
    (void)locale;
    return nl_langinfo(item);
}
