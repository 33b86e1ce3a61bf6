// Wide strings behind "] =" that are no initialisers of the array that is declared there.
#include <stdio.h>

typedef __CHAR16_TYPE__ char16;
typedef __CHAR32_TYPE__ char32;

#pragma omp begin declare target
const char16 *names[3] = {[1] = u"one", [2] = u""};
char16 rows[3][4] = {[1] = u"ab", [2] = u"cdef"};
char32 plain[2] = U"xy", other[3] = U"z", last[] = U"\x41";
const char16 *const empty[] = {u""};
static int length(const char16 *s) { int n = 0; while (s[n]) n++; return n; }
#pragma omp end declare target

int main(void)
{
  int r[12];
#pragma omp target map(from: r)
  {
    const char16 *list[2];
    const __WCHAR_TYPE__ *wide[2];
    char16 local[4] = u"abc", more[2] = u"q";
    list[0] = u"four", list[1] = u"";
    if (local[0]) list[1] = u"\x263a!";
    else list[1] = u"x";
    wide[0] = L"\x41" L"bcd";
    r[0] = u"b"[0];
    r[1] = (int)sizeof u"" + 10 * (int)sizeof U"";
    r[2] = length(list[0]);
    r[3] = length(list[1]) + 10 * (list[1][0] == 0x263a);
    r[4] = (int)wide[0][0] + (int)wide[0][3];
    r[5] = length(names[1]) + length(names[2]) + (names[0] == 0);
    r[6] = rows[1][1] + rows[2][3] + rows[1][2] + rows[0][0];
    r[7] = (int)(plain[1] + other[1] + other[0] + last[0]) + (int)sizeof last;
    r[8] = local[2] + more[0] + more[1] + local[3];
    r[9] = empty[0][0] + (int)sizeof empty;
    r[10] = u"abc"[local[0] - 'a' + 1];
    do r[11] = U"\U0001F600"[0] == 0x1f600;
    while (0);
  }
  for (int i = 0; i < 12; i++) printf("%d%c", r[i], i < 11 ? ' ' : '\n');
  return 0;
}
