// Strings whose prefix only a later literal has, escapes beside digits of the next literal, strings in braces of
// arrays that typedefs, typeof and parentheses hide, and characters with a prefix (C17 6.4.4.4, 6.4.5, 6.7.9p14).
#include <stdio.h>

typedef __CHAR16_TYPE__ utf16;
typedef __CHAR32_TYPE__ utf32;
typedef utf16 text[];
typedef char bytes[];
struct pair { utf32 key[4]; utf16 value[3]; };

#pragma omp declare target
text first = {u"one"};
text second = {(u"three")};
static __typeof__((utf32 *)0) none;
struct pair pairs[] = {{{U"ab"}, {u"c"}}, {U"xyzt", u"uvw"}};
#pragma omp end declare target

static int failures(void)
{
    int bad = 0;
    bad += sizeof first != 8 || sizeof second != 12 || second[4] != 'e' || none;
    bad += 2 * (pairs[0].key[1] != 'b' || pairs[0].key[2] || pairs[0].value[0] != 'c' || pairs[1].key[3] != 't' || pairs[1].value[2] != 'w');
    bad += 4 * (sizeof "\x1" "23" != 4 || ("\x1" "23")[1] != '2' || sizeof u"\x12" "34" != 8 || (u"\x12" "34")[0] != 0x12);
    bad += 8 * (sizeof "\0" "12" != 4 || (U"\7" "7")[1] != '7' || ("a\\" "1")[2] != '1');
    bad += 16 * (sizeof (text){u"four"} != 10 || sizeof (bytes){"two"} != 4 || sizeof (bytes){("three")} != 6 || sizeof (text){u""} != 2);
    text local = {u"again"}, other = u"once";
    __typeof__(U'a') wide[] = {U"w\U0001F600"};
    bad += 32 * (sizeof local != 12 || local[5] || sizeof other != 10 || sizeof wide != 12 || wide[1] != 0x1f600);
    bad += 64 * (u'\xffff' != 65535 || U'\xffffffff' != 4294967295u || L'\xffffffff' != -1 || 'abcd' != 0x61626364);
    bad += 128 * (_Generic(u'a', utf16: 0, default: 1) || _Generic(U'a', utf32: 0, default: 1) || _Generic('a', int: 0, default: 1));
    bad += 256 * (_Generic(&"a" U"b", utf32 (*)[3]: 0, default: 1) || _Generic(&(text){u"ab"}, utf16 (*)[3]: 0, default: 1));
    return bad;
}

int main(void)
{
    int bad = -1;
    #pragma omp target map(from: bad)
    bad = failures();
    if (bad) printf("%d\n", bad);
    else puts("ok");
    return bad;
}
