// Streams: numbers and texts to standard output and to strings.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
struct Point { int x, y; }; static std::ostream &operator<<(std::ostream &out, const Point &p) { return out << '(' << p.x << ", " << p.y << ')'; }
int main() {
    std::cout << "text " << 42 << ' ' << -7L << ' ' << 3000000000u << ' ' << 2.5 << ' ' << 1.0f / 3 << ' ' << true << ' ' << std::string("string") << std::endl;
    std::cout << std::hex << 255 << std::dec << ' ' << std::setw(6) << 42 << '|' << std::left << std::setw(6) << "ab" << '|' << std::setfill('0') << std::right << std::setw(4) << 7 << '\n';
    std::cout << std::boolalpha << false << ' ' << std::fixed << std::setprecision(2) << 3.14159 << ' ' << std::scientific << 12345.678 << ' ' << Point{1, -2} << "\n";
    std::ostringstream out; out << "a" << 1 << 'b' << 2.5; std::cout << out.str() << ' ' << out.str().size() << std::endl; std::cerr << "error " << 5 << std::endl;
    std::string text; text = out.str(); std::cout << std::showbase << std::hex << 64 << ' ' << std::oct << 8 << std::dec << std::showpos << ' ' << 9 << std::noshowpos << ' ' << (short)-3 << ' ' << (unsigned char)'u' << ' ' << 123456789012345LL << '\n';
    std::cout.put('p').write("write\n", 6).flush(); return std::cout.good() ? 0 : 1;
}
