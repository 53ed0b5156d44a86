// Streams: the templates of libstdc++'s headers, made here, over what it keeps in its shared library: the base of all
// streams, locales, of which there is the classic one, and the standard streams, which are those of C. Numbers are
// written and read without facets.
#include <bits/c++config.h>
// Here they are made.
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <istream>
#include <new>
#include <ostream>
#include <sstream>
#include <streambuf>

#include "machine.hpp"

// Whether a number depends on an input.
extern "C" int klee_is_symbolic(unsigned long);

namespace std {

// --- Locales

locale::locale() noexcept : _M_impl(nullptr) {}
locale::locale(const locale &) noexcept : _M_impl(nullptr) {}
locale::~locale() noexcept {}
const locale &locale::operator=(const locale &) noexcept { return *this; }
bool locale::operator==(const locale &) const noexcept { return true; }
locale::facet::~facet() {}
// Whoever looks for a facet asks for its number first. The one that is there is found without.
size_t locale::id::_M_id() const noexcept {
    symir_unsupported("a facet of a locale of C++, which regular expressions need, too");
}
locale::locale(const char *) { symir_unsupported("a locale of C++ other than the classic one"); }

const locale &locale::classic() {
    static char room[sizeof(locale)];
    return *reinterpret_cast<const locale *>(room);
}

locale::id ctype<char>::id;

ctype<char>::ctype(const mask *table, bool del, size_t references)
    : facet(references), _M_c_locale_ctype(nullptr), _M_del(table != nullptr && del), _M_toupper(nullptr),
      _M_tolower(nullptr), _M_table(table != nullptr ? table : classic_table()), _M_widen_ok(0), _M_narrow_ok(0) {}
ctype<char>::~ctype() {}

const ctype<char>::mask *ctype<char>::classic_table() noexcept { return *__ctype_b_loc(); }
char ctype<char>::do_toupper(char c) const { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }
char ctype<char>::do_tolower(char c) const { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
const char *ctype<char>::do_toupper(char *low, const char *high) const {
    for (; low < high; low++)
        *low = do_toupper(*low);
    return high;
}
const char *ctype<char>::do_tolower(char *low, const char *high) const {
    for (; low < high; low++)
        *low = do_tolower(*low);
    return high;
}
void ctype<char>::_M_widen_init() const {
    for (unsigned c = 0; c < 256; c++)
        _M_widen[c] = static_cast<char>(c);
    _M_widen_ok = 1;
}
void ctype<char>::_M_narrow_init() const {
    for (unsigned c = 0; c < 256; c++)
        _M_narrow[c] = static_cast<char>(c);
    _M_narrow_ok = 1;
}

static const ctype<char> &the_ctype() {
    alignas(ctype<char>) static char room[sizeof(ctype<char>)];
    static bool is_made;
    if (!is_made) {
        new (room) ctype<char>(nullptr, false, 1);
        is_made = true;
    }
    return *reinterpret_cast<ctype<char> *>(room);
}

template <> const ctype<char> &use_facet<ctype<char>>(const locale &) { return the_ctype(); }
template <> bool has_facet<ctype<char>>(const locale &) noexcept { return true; }

// --- The base of all streams

ios_base::ios_base() noexcept
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(), _M_callbacks(nullptr),
      _M_word_zero(), _M_word_size(_S_local_word_size), _M_word(_M_local_word), _M_ios_locale() {}
ios_base::~ios_base() { _M_call_callbacks(erase_event); _M_dispose_callbacks(); }

void ios_base::_M_init() noexcept {
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
}
void ios_base::_M_call_callbacks(event e) noexcept {
    for (_Callback_list *at = _M_callbacks; at != nullptr; at = at->_M_next)
        at->_M_fn(e, *this, at->_M_index);
}
void ios_base::_M_dispose_callbacks() noexcept {
    while (_M_callbacks != nullptr) {
        _Callback_list *next = _M_callbacks->_M_next;
        delete _M_callbacks;
        _M_callbacks = next;
    }
}
void ios_base::register_callback(event_callback function, int index) {
    _M_callbacks = new _Callback_list(function, index, _M_callbacks);
}
locale ios_base::imbue(const locale &) noexcept { return locale(); }
bool ios_base::sync_with_stdio(bool) { return true; }
int ios_base::xalloc() noexcept {
    static int last;
    return last++ + 4;
}
// What a stream takes over from another one.
void ios_base::_M_move(ios_base &other) noexcept {
    _M_precision = other._M_precision;
    _M_width = other._M_width;
    _M_flags = other._M_flags;
    _M_exception = other._M_exception;
    _M_streambuf_state = other._M_streambuf_state;
}
void ios_base::_M_swap(ios_base &other) noexcept {
    swap(_M_precision, other._M_precision);
    swap(_M_width, other._M_width);
    swap(_M_flags, other._M_flags);
    swap(_M_exception, other._M_exception);
    swap(_M_streambuf_state, other._M_streambuf_state);
}

template <> void basic_ios<char>::_M_cache_locale(const locale &) {
    _M_ctype = &the_ctype();
    _M_num_put = nullptr;
    _M_num_get = nullptr;
}

// --- Numbers

// A stream of C: what is written goes through its buffer, so that both ways to write keep their order.
class console : public streambuf {
    FILE *file;

public:
    explicit console(FILE *to) : file(to) {}

protected:
    int overflow(int c) override {
        if (c != EOF)
            putc(c, file);
        return c == EOF ? 0 : c;
    }
    streamsize xsputn(const char *text, streamsize n) override {
        return static_cast<streamsize>(fwrite(text, 1, static_cast<size_t>(n), file));
    }
    int sync() override { return fflush(file); }
    int underflow() override {
        int c = getc(file);
        if (c != EOF)
            ungetc(c, file);
        return c;
    }
    int uflow() override { return getc(file); }
    int pbackfail(int c) override { return c == EOF ? EOF : ungetc(c, file); }
};

alignas(console) static char consoles[3][sizeof(console)];

// Whether a number depends on an input and goes where nobody reads it: writing its digits would make a path for each.
static bool is_lost(ostream &out, unsigned long value) {
    const char *to = reinterpret_cast<const char *>(out.rdbuf());
    bool is_console = to == consoles[0] || to == consoles[1];
    if (!is_console || !klee_is_symbolic(value))
        return false;
    out.width(0);
    return true;
}

// Text with what fills it to the width, which begins behind `head` where filling is internal.
static void put_filled(ostream &out, const char *text, size_t n, size_t head) {
    streamsize width = out.width();
    size_t more = width > static_cast<streamsize>(n) ? static_cast<size_t>(width) - n : 0;
    ios_base::fmtflags side = out.flags() & ios_base::adjustfield;
    size_t before = side == ios_base::left ? n : side == ios_base::internal ? head : 0;
    streambuf *to = out.rdbuf();
    bool fine = to->sputn(text, static_cast<streamsize>(before)) == static_cast<streamsize>(before);

    for (; more > 0 && fine; more--)
        fine = to->sputc(out.fill()) != EOF;
    fine = fine && to->sputn(text + before, static_cast<streamsize>(n - before)) ==
                       static_cast<streamsize>(n - before);
    out.width(0);
    if (!fine)
        out.setstate(ios_base::badbit);
}

static ostream &insert_integer(ostream &out, unsigned long value, bool is_signed) {
    ostream::sentry ready(out);
    if (!ready)
        return out;
    if (is_lost(out, value))
        return out;
    ios_base::fmtflags flags = out.flags(), base = flags & ios_base::basefield;
    bool upper = (flags & ios_base::uppercase) != 0;
    bool negative = is_signed && base != ios_base::hex && base != ios_base::oct && static_cast<long>(value) < 0;
    unsigned long rest = negative ? -value : value, radix = base == ios_base::hex ? 16 : base == ios_base::oct ? 8 : 10;
    char text[80], *at = text + sizeof text;
    size_t head = 0;

    do {
        *--at = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[rest % radix];
        rest /= radix;
    } while (rest != 0);
    if ((flags & ios_base::showbase) != 0 && value != 0) {
        if (radix == 16) {
            *--at = upper ? 'X' : 'x';
            *--at = '0';
            head = 2;
        } else if (radix == 8) {
            *--at = '0';
        }
    }
    if (negative || (is_signed && radix == 10 && (flags & ios_base::showpos) != 0)) {
        *--at = negative ? '-' : '+';
        head = 1;
    }
    put_filled(out, at, static_cast<size_t>(text + sizeof text - at), head);
    return out;
}

template <typename T> static ostream &insert_float(ostream &out, T value, const char *size) {
    ostream::sentry ready(out);
    if (!ready || is_lost(out, __builtin_bit_cast(unsigned long, static_cast<double>(value))))
        return out;
    ios_base::fmtflags flags = out.flags(), form = flags & ios_base::floatfield;
    bool upper = (flags & ios_base::uppercase) != 0, is_hex = form == (ios_base::fixed | ios_base::scientific);
    char format[16], small[128], *text = small, *at = format;

    *at++ = '%';
    if ((flags & ios_base::showpos) != 0)
        *at++ = '+';
    if ((flags & ios_base::showpoint) != 0)
        *at++ = '#';
    if (!is_hex) {
        *at++ = '.';
        *at++ = '*';
    }
    while (*size != 0)
        *at++ = *size++;
    char letter = is_hex ? 'a' : form == ios_base::fixed ? 'f' : form == ios_base::scientific ? 'e' : 'g';
    *at++ = upper ? static_cast<char>(letter - 32) : letter;
    *at = 0;
    int precision = static_cast<int>(out.precision());
    auto print = [&](char *to, size_t room) {
        return is_hex ? snprintf(to, room, format, value) : snprintf(to, room, format, precision, value);
    };
    int n = print(text, sizeof small);
    if (n >= static_cast<int>(sizeof small)) {
        text = static_cast<char *>(malloc(static_cast<size_t>(n) + 1));
        print(text, static_cast<size_t>(n) + 1);
    }
    put_filled(out, text, static_cast<size_t>(n), text[0] == '-' || text[0] == '+' ? 1 : 0);
    if (text != small)
        free(text);
    return out;
}

template <> template <> ostream &ostream::_M_insert(long value) {
    return insert_integer(*this, static_cast<unsigned long>(value), true);
}
template <> template <> ostream &ostream::_M_insert(unsigned long value) {
    return insert_integer(*this, value, false);
}
template <> template <> ostream &ostream::_M_insert(long long value) {
    return insert_integer(*this, static_cast<unsigned long>(value), true);
}
template <> template <> ostream &ostream::_M_insert(unsigned long long value) {
    return insert_integer(*this, value, false);
}
template <> template <> ostream &ostream::_M_insert(bool value) {
    if ((flags() & ios_base::boolalpha) == 0)
        return insert_integer(*this, value, true);
    sentry ready(*this);
    if (ready && !is_lost(*this, value))
        put_filled(*this, value ? "true" : "false", value ? 4 : 5, 0);
    return *this;
}
template <> template <> ostream &ostream::_M_insert(const void *value) {
    ios_base::fmtflags old = flags();
    flags((old & ~(ios_base::basefield | ios_base::uppercase)) | ios_base::hex | ios_base::showbase);
    insert_integer(*this, reinterpret_cast<unsigned long>(value), false);
    flags(old);
    return *this;
}
template <> template <> ostream &ostream::_M_insert(double value) { return insert_float(*this, value, ""); }
template <> template <> ostream &ostream::_M_insert(long double value) { return insert_float(*this, value, "L"); }

// What may belong to a number, up to the first that does not.
static size_t number_text(istream &in, char *text, size_t room, const char *letters) {
    istream::sentry ready(in);
    size_t n = 0;

    if (!ready)
        return 0;
    streambuf *from = in.rdbuf();
    int c = from->sgetc();
    while (c != EOF && n + 1 < room && strchr(letters, c) != nullptr && c != 0) {
        // A sign stands first or behind an exponent.
        if ((c == '-' || c == '+') && n > 0 && text[n - 1] != 'e' && text[n - 1] != 'E')
            break;
        text[n++] = static_cast<char>(c);
        c = from->snextc();
    }
    text[n] = 0;
    if (c == EOF)
        in.setstate(ios_base::eofbit);
    return n;
}

template <typename T> static istream &extract_integer(istream &in, T &value, long least, unsigned long greatest) {
    char text[80];
    ios_base::fmtflags base = in.flags() & ios_base::basefield;
    int radix = base == ios_base::hex ? 16 : base == ios_base::oct ? 8 : base == ios_base::dec ? 10 : 0;
    const char *letters = radix == 16 || radix == 0 ? "+-0123456789abcdefABCDEFxX" : radix == 8 ? "+-01234567" : "+-0123456789";
    size_t n = number_text(in, text, sizeof text, letters);
    char *end = text;

    if (!in.good() && n == 0) {
        in.setstate(ios_base::failbit);
        if (!in.bad() && !in.eof())
            value = 0;
        return in;
    }
    errno = 0;
    if (least < 0) {
        long read = strtol(text, &end, radix);
        bool low = read < least || (errno == ERANGE && read < 0);
        bool high = (read > 0 && static_cast<unsigned long>(read) > greatest) || (errno == ERANGE && read > 0);
        value = static_cast<T>(low ? least : high ? static_cast<long>(greatest) : read);
        if (low || high)
            in.setstate(ios_base::failbit);
    } else {
        unsigned long read = strtoul(text, &end, radix);
        bool high = errno == ERANGE || (text[0] != '-' && read > greatest);
        value = static_cast<T>(high ? greatest : read);
        if (high)
            in.setstate(ios_base::failbit);
    }
    if (n == 0 || end != text + n) {
        value = 0;
        in.setstate(ios_base::failbit);
    }
    return in;
}

template <typename T> static istream &extract_float(istream &in, T &value) {
    char text[400], *end = text;
    size_t n = number_text(in, text, sizeof text, "+-0123456789.eE");

    value = static_cast<T>(strtold(text, &end));
    if (sizeof(T) == sizeof(double))
        value = static_cast<T>(strtod(text, &end));
    else if (sizeof(T) == sizeof(float))
        value = static_cast<T>(strtof(text, &end));
    if (n == 0 || end != text + n) {
        value = 0;
        in.setstate(ios_base::failbit);
    }
    return in;
}

template <> template <> istream &istream::_M_extract(bool &value) { return extract_integer(*this, value, 0, 1); }
template <> template <> istream &istream::_M_extract(long &value) {
    return extract_integer(*this, value, __LONG_MAX__ * -1L - 1, __LONG_MAX__);
}
template <> template <> istream &istream::_M_extract(unsigned long &value) {
    return extract_integer(*this, value, 0, ~0ul);
}
template <> template <> istream &istream::_M_extract(long long &value) {
    return extract_integer(*this, value, __LONG_MAX__ * -1L - 1, __LONG_MAX__);
}
template <> template <> istream &istream::_M_extract(unsigned long long &value) {
    return extract_integer(*this, value, 0, ~0ul);
}
template <> template <> istream &istream::_M_extract(unsigned short &value) {
    return extract_integer(*this, value, 0, 0xffff);
}
template <> template <> istream &istream::_M_extract(unsigned &value) {
    return extract_integer(*this, value, 0, 0xffffffff);
}
template <> template <> istream &istream::_M_extract(float &value) { return extract_float(*this, value); }
template <> template <> istream &istream::_M_extract(double &value) { return extract_float(*this, value); }
template <> template <> istream &istream::_M_extract(long double &value) { return extract_float(*this, value); }
template <> istream &istream::operator>>(short &value) { return extract_integer(*this, value, -0x8000, 0x7fff); }
template <> istream &istream::operator>>(int &value) {
    return extract_integer(*this, value, -0x7fffffffL - 1, 0x7fffffff);
}

// --- Texts

template <> istream &operator>>(istream &in, string &text) {
    istream::sentry ready(in);
    if (!ready)
        return in;
    streamsize most = in.width() > 0 ? in.width() : static_cast<streamsize>(text.max_size());
    int c = in.rdbuf()->sgetc();

    text.clear();
    for (; most > 0 && c != EOF && !isspace(c); most--) {
        text.push_back(static_cast<char>(c));
        c = in.rdbuf()->snextc();
    }
    in.width(0);
    if (c == EOF)
        in.setstate(ios_base::eofbit);
    if (text.empty())
        in.setstate(ios_base::failbit);
    return in;
}

template <> istream &getline(istream &in, string &text, char end) {
    istream::sentry ready(in, true);
    if (!ready)
        return in;
    text.clear();
    for (;;) {
        int c = in.rdbuf()->sbumpc();
        if (c == EOF) {
            in.setstate(text.empty() ? ios_base::eofbit | ios_base::failbit : ios_base::eofbit);
            return in;
        }
        if (static_cast<char>(c) == end)
            return in;
        text.push_back(static_cast<char>(c));
    }
}

template <> istream &istream::getline(char *text, streamsize room, char end) {
    sentry ready(*this, true);
    streamsize n = 0;

    _M_gcount = 0;
    if (ready) {
        int c = rdbuf()->sgetc();
        for (; n + 1 < room && c != EOF && static_cast<char>(c) != end; n++) {
            text[n] = static_cast<char>(c);
            c = rdbuf()->snextc();
        }
        _M_gcount = n;
        if (c == EOF) {
            setstate(ios_base::eofbit);
        } else if (static_cast<char>(c) == end) {
            rdbuf()->sbumpc();
            _M_gcount++;
        } else {
            setstate(ios_base::failbit);
        }
    }
    if (room > 0)
        text[n] = 0;
    if (_M_gcount == 0)
        setstate(ios_base::failbit);
    return *this;
}

static void skip(istream &in, streamsize n, int end, streamsize &count) {
    istream::sentry ready(in, true);

    count = 0;
    while (ready && count < n) {
        int c = in.rdbuf()->sbumpc();
        if (c == EOF) {
            in.setstate(ios_base::eofbit);
            return;
        }
        count++;
        if (c == end)
            return;
    }
}
template <> istream &istream::ignore(streamsize n) {
    skip(*this, n, EOF, _M_gcount);
    return *this;
}
template <> istream &istream::ignore(streamsize n, int end) {
    skip(*this, n, end, _M_gcount);
    return *this;
}

template <> void __istream_extract(istream &in, char *text, streamsize room) {
    istream::sentry ready(in);
    streamsize n = 0;

    if (ready) {
        if (in.width() > 0 && in.width() < room)
            room = in.width();
        int c = in.rdbuf()->sgetc();
        for (; n + 1 < room && c != EOF && !isspace(c); n++) {
            text[n] = static_cast<char>(c);
            c = in.rdbuf()->snextc();
        }
        if (c == EOF)
            in.setstate(ios_base::eofbit);
        text[n] = 0;
        in.width(0);
    }
    if (n == 0)
        in.setstate(ios_base::failbit);
}

template <> streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &at_end) {
    streamsize n = 0;

    at_end = true;
    for (int c = from->sgetc(); c != EOF; c = from->snextc(), n++)
        if (to->sputc(static_cast<char>(c)) == EOF) {
            at_end = false;
            break;
        }
    return n;
}

// --- The templates

template class basic_streambuf<char>;
template class basic_ios<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_stringbuf<char>;
template class basic_ostringstream<char>;
template class basic_istringstream<char>;
template class basic_stringstream<char>;
template ostream &endl(ostream &);
template ostream &ends(ostream &);
template ostream &flush(ostream &);
template ostream &__ostream_insert(ostream &, const char *, streamsize);
template ostream &operator<<(ostream &, char);
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const char *);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);
template ostream &operator<<(ostream &, const string &);
template istream &operator>>(istream &, char &);
template istream &getline(istream &, string &);
template istream &ws(istream &);
template ostream &operator<<(ostream &, _Setfill<char>);
template ostream &operator<<(ostream &, _Setiosflags);
template ostream &operator<<(ostream &, _Resetiosflags);
template ostream &operator<<(ostream &, _Setbase);
template ostream &operator<<(ostream &, _Setprecision);
template ostream &operator<<(ostream &, _Setw);
template istream &operator>>(istream &, _Setiosflags);
template istream &operator>>(istream &, _Resetiosflags);
template istream &operator>>(istream &, _Setbase);
template istream &operator>>(istream &, _Setw);

// --- The standard streams, whose room is defined elsewhere under their names.

extern "C" {
alignas(ostream) char symir_cout[sizeof(ostream)] __asm__("_ZSt4cout");
alignas(ostream) char symir_cerr[sizeof(ostream)] __asm__("_ZSt4cerr");
alignas(ostream) char symir_clog[sizeof(ostream)] __asm__("_ZSt4clog");
alignas(istream) char symir_cin[sizeof(istream)] __asm__("_ZSt3cin");
}

ios_base::Init::Init() {
    static bool is_done;

    if (is_done)
        return;
    is_done = true;
    auto *out = new (symir_cout) ostream(new (consoles[0]) console(stdout));
    auto *err = new (symir_cerr) ostream(new (consoles[1]) console(stderr));
    new (symir_clog) ostream(err->rdbuf());
    auto *in = new (symir_cin) istream(new (consoles[2]) console(stdin));
    err->setf(unitbuf);
    in->tie(out);
    err->tie(out);
}
ios_base::Init::~Init() {}

} // namespace std
