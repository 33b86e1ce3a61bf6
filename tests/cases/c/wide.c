// Strings and characters of char16_t and char32_t (C11 6.4.4.4, 6.4.5).
#include <stdio.h>

typedef __CHAR16_TYPE__ char16;
typedef __CHAR32_TYPE__ char32;

#pragma omp declare target
char16 file[] = u"a\u20ac" "z" u"\x1234\101";
char16 fixed[3] = u"abc";
const char16 *pointer = u"\U0001F600 pile";
const char32 *wide = U"\U0001F600\n"
                     "next";
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
