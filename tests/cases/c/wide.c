// Strings and characters of wchar_t, char16_t and char32_t (C11 6.4.4.4, 6.4.5), their
// storage, mixed prefixes, and constants of several characters.
#include <stdio.h>
#include <wchar.h>

typedef __CHAR16_TYPE__ char16;
typedef __CHAR32_TYPE__ char32;

#pragma omp declare target
char16 file[] = u"a\u20ac" "z" u"\x1234\101";
char16 fixed[3] = u"abc";
const char16 *pointer = u"\U0001F600 pile";
const char32 *wide = U"\U0001F600\n"
                     "next";
struct names { const char16 *a; char16 b[4]; const char32 *c; wchar_t d[3]; } names = {u"s", u"abcd", U"d", L"\x12345"};
wchar_t mixed[] = "x" "y" L"z" "q" L"\x1f600";
static const char16 *escapes(void) { return u"a\uffff\xfedc\U0001F600"; }
static const wchar_t *later(int i) { return (const wchar_t *[]){"a" L"b", L"c" "d", L"e" L"\x80"}[i]; }
static const char16 *later16(void) { return "a" u"b"; }
#pragma omp end declare target

static int failures(void)
{
    int bad = 0;
    char16 local[] = u"é\t\"'";
    bad += sizeof file != 6 * sizeof(char16) || file[1] != 0x20ac || file[2] != 'z' || file[3] != 0x1234 || file[4] != 'A' || file[5];
    bad += 2 * (fixed[2] != 'c');
    bad += 4 * (pointer[0] != 0xd83d || pointer[1] != 0xde00 || pointer[6] != 'e' || pointer[7]);
    bad += 8 * (wide[0] != 0x1f600 || wide[1] != '\n' || wide[5] != 't' || wide[6]);
    bad += 16 * (sizeof local != 10 || local[0] != 0xe9 || local[1] != 9 || local[2] != '"' || local[3] != '\'');
    bad += 32 * (u"b"[0] != 'b' || sizeof u"" != 2 || sizeof U"" != 4 || sizeof u8"x" != 2 || u8"y"[0] != 'y');
    bad += 64 * (u'\u20ac' != 0x20ac || U'\U0001F600' != 0x1f600);
    bad += 128 * (_Generic(u"x"[0], char16: 0, default: 1) + _Generic(U"x"[0], char32: 0, default: 1));
    const char16 *e = escapes();
    bad += 256 * (e[0] != 'a' || e[1] != 0xffff || e[2] != 0xfedc || e[3] != 0xd83d || e[5] || later16()[1] != 'b');
    bad += 512 * (names.a[0] != 's' || names.b[3] != 'd' || names.c[1] || names.d[0] != 0x12345 || names.d[1]);
    bad += 1024 * (sizeof mixed != 6 * sizeof(wchar_t) || mixed[1] != 'y' || mixed[4] != 0x1f600 || mixed[5]);
    for (int i = 0; i < 3; i++) bad += 2048 * (later(i)[0] != 'a' + 2 * i || later(i)[1] != (i < 2 ? 'b' + 2 * i : 0x80) || later(i)[2]);
    bad += 8192 * (sizeof("a" U"bc") != 16 || sizeof("a" u8"b") != 3 || sizeof L"\x1234z" != 12 || U"\xfedcba98"[0] != 0xfedcba98);
    bad += 16384 * ('ab' != 0x6162 || 'RIFF' != 0x52494646 || '\xff\xfe' != 0xfffe || '\377abc' >= 0 || L'\x1234' != 0x1234 );
    struct names local2 = {.b = u"xy", .d = L"\1\2"};
    bad += 32768 * (local2.b[1] != 'y' || local2.b[2] || local2.d[1] != 2 || local2.a);
    return bad;
}

int main(void)
{
    int bad = -1;
    #pragma omp target map(from: bad)
    bad = failures();
    if (!bad) puts("ok");
    return bad;
}
