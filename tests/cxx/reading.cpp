// Streams that read: numbers, words and lines of a string; and manipulators with an argument.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
int main() {
    std::istringstream in("12 -5 0x word 2.5e2 last line\nnext,part\n99999999999");
    int a = 0, b = 0, c = 7; std::string s, t; double d = 0; in >> a >> b >> c; std::cout << a << ' ' << b << ' ' << c << ' ' << in.fail() << '\n';
    in.clear(); in >> s >> s >> d; std::getline(in, t); std::cout << s << ' ' << d << " [" << t << "]\n";
    std::getline(in, s, ','); std::getline(in, t); in >> a; std::cout << s << ' ' << t << ' ' << a << ' ' << in.fail() << in.eof() << '\n';
    std::stringstream both; both << 1 << ' ' << 2 << ' ' << "three"; unsigned u; short h; both >> u >> h >> s; std::cout << u + h << s << (both >> s ? "more" : "end") << '\n';
    std::vector<std::string> words; std::istringstream list("a bb ccc"); while (list >> s) words.push_back(s); std::cout << words.size() << words.back() << std::endl;
    char ch; std::istringstream chars(" xy"); chars >> ch; std::cout << ch << (char)chars.peek() << (char)chars.get() << chars.get() << '\n';
    std::istringstream strict("x"); strict.exceptions(std::ios::failbit); try { strict >> a; } catch (const std::ios_base::failure &e) { std::cout << "failure " << e.code().value() << '\n'; }
    std::cout << std::setw(6) << 42 << '|' << std::setfill('*') << std::setw(5) << "ab" << '|' << std::setbase(16) << 255 << '|' << std::setprecision(3) << 3.14159 << '\n';
    std::cout << std::setiosflags(std::ios::showpos | std::ios::left) << std::setbase(10) << std::setw(4) << 7 << '|' << std::resetiosflags(std::ios::showpos) << 7 << '\n';
    std::istringstream hex("ff abcdef"); hex >> std::setbase(16) >> a >> std::setw(3) >> s; std::cout << std::dec << a << ' ' << s << '\n';
}
