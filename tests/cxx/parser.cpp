// A recursive-descent calculator that reports errors by exceptions.
#include <cctype>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
struct Expression { virtual double value() const = 0; virtual ~Expression() {} }; using Ptr = std::unique_ptr<Expression>;
struct Number : Expression { double x; Number(double x) : x(x) {} double value() const override { return x; } };
struct Binary : Expression { char op; Ptr a, b; Binary(char op, Ptr a, Ptr b) : op(op), a(std::move(a)), b(std::move(b)) {}
    double value() const override { double x = a->value(), y = b->value(); switch (op) { case '+': return x + y; case '-': return x - y; case '*': return x * y; default: if (y == 0) throw std::domain_error("division by zero"); return x / y; } } };
class Parser { std::string text; size_t at = 0; std::map<std::string, double> names{{"pi", 3.25}, {"two", 2}};
    char peek() { while (at < text.size() && text[at] == ' ') at++; return at < text.size() ? text[at] : '\0'; }
    Ptr factor() { char c = peek(); if (c == '(') { at++; Ptr e = sum(); if (peek() != ')') throw std::invalid_argument("missing )"); at++; return e; }
        if (std::isdigit((unsigned char)c)) { double x = 0; while (at < text.size() && std::isdigit((unsigned char)text[at])) x = x * 10 + (text[at++] - '0'); return std::make_unique<Number>(x); }
        std::string name; while (at < text.size() && std::isalpha((unsigned char)text[at])) name += text[at++]; if (name.empty()) throw std::invalid_argument(std::string("unexpected ") + (c ? std::string(1, c) : "end")); return std::make_unique<Number>(names.at(name)); }
    Ptr product() { Ptr a = factor(); while (peek() == '*' || peek() == '/') { char op = text[at++]; a = std::make_unique<Binary>(op, std::move(a), factor()); } return a; }
    Ptr sum() { Ptr a = product(); while (peek() == '+' || peek() == '-') { char op = text[at++]; a = std::make_unique<Binary>(op, std::move(a), product()); } return a; }
public: Parser(std::string t) : text(std::move(t)) {} double run() { Ptr e = sum(); if (peek()) throw std::invalid_argument("trailing text"); return e->value(); } };
int main() {
    for (const char *t : {"1 + 2 * 3", "(4 - 1) * pi", "10 / (5 - 5)", "2 * (3", "7 $", "", "two * nothing", "8 / 2 / 2"})
        try { std::printf("%s = %g\n", t, Parser(t).run()); } catch (const std::domain_error &e) { std::printf("domain: %s\n", e.what()); } catch (const std::logic_error &e) { std::printf("%s: %s\n", t, e.what()); }
}
