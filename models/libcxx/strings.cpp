// The templates of strings that libstdc++ has instantiated for programs: made here of its headers.
#include <cstdlib>
#include <string>

namespace std {

template class allocator<char>;
template class allocator<wchar_t>;

inline namespace __cxx11 {

template class basic_string<char>;
template basic_string<char>::basic_string(const char *, const allocator<char> &);
template basic_string<char>::basic_string(char *, char *, const allocator<char> &);
template basic_string<char>::basic_string(const char *, const char *, const allocator<char> &);
template void basic_string<char>::_M_construct(char *, char *, forward_iterator_tag);
template void basic_string<char>::_M_construct(const char *, const char *, forward_iterator_tag);
template class basic_string<wchar_t>;

} // namespace __cxx11

template basic_string<char> operator+(const basic_string<char> &, const basic_string<char> &);
template basic_string<char> operator+(const char *, const basic_string<char> &);
template basic_string<char> operator+(char, const basic_string<char> &);
template basic_string<char> operator+(const basic_string<char> &, const char *);
template basic_string<char> operator+(const basic_string<char> &, char);

} // namespace std
