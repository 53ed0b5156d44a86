// Numbers that are read from characters: std::from_chars of floating-point types.
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

namespace {

// Behind the letters of a word, whatever their case; `at` if they do not stand there.
const char *behind(const char *at, const char *last, const char *word) {
    const char *start = at;

    for (; *word != 0; word++, at++) {
        if (at == last || std::tolower(static_cast<unsigned char>(*at)) != *word)
            return start;
    }
    return at;
}

const char *behind_digits(const char *at, const char *last, bool is_hex) {
    while (at != last && (is_hex ? std::isxdigit(static_cast<unsigned char>(*at))
                                 : std::isdigit(static_cast<unsigned char>(*at))))
        at++;
    return at;
}

// Behind "inf", "infinity", "nan" or "nan(...)".
const char *behind_name(const char *at, const char *last) {
    const char *end = behind(at, last, "inf");

    if (end != at)
        return behind(end, last, "inity");
    end = behind(at, last, "nan");
    if (end == at || end == last || *end != '(')
        return end;
    const char *inner = end + 1;
    while (inner != last && (std::isalnum(static_cast<unsigned char>(*inner)) || *inner == '_'))
        inner++;
    return inner != last && *inner == ')' ? inner + 1 : end;
}

// Behind the number at `first`, which has no sign; `first` if there is none (C++17, 23.20.3).
const char *behind_number(const char *first, const char *last, std::chars_format format) {
    const char *named = behind_name(first, last);

    if (named != first)
        return named;
    bool is_hex = format == std::chars_format::hex;
    const char *end = behind_digits(first, last, is_hex);
    long digits = end - first;
    if (end != last && *end == '.') {
        const char *fraction = behind_digits(end + 1, last, is_hex);
        digits += fraction - end - 1;
        end = fraction;
    }
    if (digits == 0)
        return first;
    if (format == std::chars_format::fixed)
        return end;
    if (end != last && std::tolower(static_cast<unsigned char>(*end)) == (is_hex ? 'p' : 'e')) {
        const char *exponent = end + 1;
        if (exponent != last && (*exponent == '+' || *exponent == '-'))
            exponent++;
        const char *behind_exponent = behind_digits(exponent, last, false);
        if (behind_exponent != exponent)
            return behind_exponent;
    }
    return format == std::chars_format::scientific ? first : end;
}

template <class number>
std::from_chars_result read(const char *first, const char *last, number &value, std::chars_format format,
                            number (*convert)(const char *, char **)) {
    bool is_negative = first != last && *first == '-';
    const char *start = first + is_negative;
    const char *end = behind_number(start, last, format);

    if (end == start)
        return {first, std::errc::invalid_argument};
    std::string text(is_negative ? "-" : "");
    bool is_name = std::isalpha(static_cast<unsigned char>(*start)) && behind_name(start, last) != start;
    if (format == std::chars_format::hex && !is_name)
        text += "0x";
    text.append(start, end);
    int before = errno;
    errno = 0;
    number found = convert(text.c_str(), nullptr);
    bool is_beyond = errno == ERANGE && (found == 0 || std::isinf(found));
    errno = before;
    if (is_beyond)
        return {end, std::errc::result_out_of_range};
    value = found;
    return {end, std::errc()};
}

} // namespace

namespace std {

from_chars_result from_chars(const char *first, const char *last, float &value, chars_format format) noexcept {
    return read(first, last, value, format, strtof);
}

from_chars_result from_chars(const char *first, const char *last, double &value, chars_format format) noexcept {
    return read(first, last, value, format, strtod);
}

} // namespace std
