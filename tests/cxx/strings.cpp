// std::string: small and large, changed in every way.
#include <algorithm>
#include <cstdio>
#include <string>
int main() {
    std::string s = "hello", t(20, 'x'), e;
    s += ", "; s += "world"; s.append(3, '!'); s.insert(0, ">> "); s.push_back('?');
    std::printf("%s %zu %d\n", s.c_str(), s.size(), s.compare("a"));
    std::printf("%zu %zu %zu %zu\n", s.find("world"), s.find('z'), s.rfind('l'), s.find_first_of("!?"));
    s.erase(0, 3); s.replace(0, 5, "goodbye"); std::puts(s.c_str()); std::puts(s.substr(9, 5).c_str());
    std::reverse(s.begin(), s.end()); std::puts(s.c_str()); std::swap(s, t);
    std::printf("%s %s\n", s.c_str(), t.c_str());
    std::string u = s + "-" + t + 'c'; std::string m = std::move(u); std::printf("%s %d %d\n", m.c_str(), u.empty(), e < s);
    m.resize(4); m.resize(6, 'q'); m.shrink_to_fit(); std::puts(m.c_str()); e.assign("abc", 2); std::puts(e.c_str());
    std::printf("%d %ld %g %s %s\n", std::stoi("42"), std::stol("-7", nullptr, 10), std::stod("2.5"), std::to_string(-123).c_str(), std::to_string(98765432109ul).c_str());
    for (char &c : t) if (c == 'o') c = '0';
    std::puts(t.c_str()); std::printf("%d %d\n", t == "x", e == std::string("ab")); t.clear(); std::printf("[%s]\n", t.c_str());
    std::wstring w = L"wide"; w += L"r"; std::printf("%zu %d\n", w.size(), (int)w[4]);
}
