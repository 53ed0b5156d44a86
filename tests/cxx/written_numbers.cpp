// std::from_chars of floating-point numbers: what it reads, where it stops, and what it refuses.
#include <charconv>
#include <cstdio>
#include <cstring>

template <class number> void read(const char *text, std::chars_format format) {
    number value = 77;
    auto [end, error] = std::from_chars(text, text + std::strlen(text), value, format);
    std::printf("%s: %d %d %.17g\n", text, (int)(end - text), (int)error, (double)value);
}

int main() {
    const char *texts[] = {"12.5e1x", "-.5", "5.", ".", "-", "", "+1", " 1", "1e", "1e+", "1e-2", "e5", "1.5p3", "ff.8p-1",
        "inf", "-Infinity", "infinit", "nan", "nan(x_1)z", "nan(", "1e999", "-1e-999", "1e-310", "0x1p3", "000123456789"};
    for (const char *text : texts) {
        read<double>(text, std::chars_format::general);
        read<double>(text, std::chars_format::fixed);
        read<double>(text, std::chars_format::scientific);
        read<double>(text, std::chars_format::hex);
        read<float>(text, std::chars_format::general);
    }
}
