// dynamic_cast and typeid over single, multiple and virtual inheritance.
#include <cstdio>
#include <typeinfo>
struct A { virtual ~A() {} int a = 1; };
struct B { virtual ~B() {} int b = 2; };
struct C : A { int c = 3; };
struct D : A, B { int d = 4; };
struct V1 : virtual A { int v1 = 5; };
struct V2 : virtual A { int v2 = 6; };
struct W : V1, V2 { int w = 7; };
struct P : A, private B { B *base() { return this; } };
struct T1 : A {}; struct T2 : A {}; struct T : T1, T2 {};
#define SHOW(x) std::printf("%s %d\n", #x, (int)(x))
int main() {
    C c; D d; W w; P p; T t; A a;
    A *ac = &c, *ad = &d, *aw = &w, *aa = &a; B *bd = &d; V1 *v = &w;
    SHOW(dynamic_cast<C *>(ac) == &c); SHOW(dynamic_cast<C *>(aa) == nullptr); SHOW(dynamic_cast<D *>(bd) == &d);
    SHOW(dynamic_cast<A *>(bd) == ad); SHOW(dynamic_cast<B *>(ad) == bd); SHOW(dynamic_cast<W *>(aw) == &w);
    SHOW(dynamic_cast<V2 *>(v) == static_cast<V2 *>(&w)); SHOW(dynamic_cast<B *>(static_cast<A *>(&p)) == nullptr);
    SHOW(dynamic_cast<A *>(p.base()) == nullptr); SHOW(dynamic_cast<T2 *>(static_cast<T1 *>(&t)) == static_cast<T2 *>(&t));
    SHOW(dynamic_cast<void *>(bd) == &d); SHOW(dynamic_cast<C *>(static_cast<A *>(nullptr)) == nullptr);
    SHOW(dynamic_cast<V2 *>(aw)->v2); SHOW(typeid(*ad) == typeid(D)); SHOW(typeid(*aw) != typeid(A));
    std::puts(typeid(*bd).name()); std::puts(typeid(int).name()); std::puts(typeid(const char *).name());
    try { dynamic_cast<C &>(*aa).c++; } catch (const std::bad_cast &e) { std::puts(e.what()); }
    try { A *none = nullptr; std::puts(typeid(*none).name()); } catch (const std::bad_typeid &e) { std::puts(e.what()); }
}
