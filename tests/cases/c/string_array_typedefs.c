// One wide string in braces as an array whose elements' type has a name of the program's (C17 6.7.9p14).
#include <stdio.h>
#include <uchar.h>
#include <wchar.h>

typedef wchar_t letter;
typedef const letter fixed;
typedef unsigned short unit, *units;
typedef wchar_t *text;
typedef struct text_s { wchar_t *at; } held;

#pragma omp begin declare target
static fixed global[] = { L"global" };

static int all(int *o)
{
  int n = 0;
  letter a[] = { L"abcd" };
  unit b[] = { u"ab" };
  text t[] = { L"text" };
  held h[] = { L"held" };
  struct text_s s[] = { L"struct" };
  units u = (unit[]){ u"xyz" };
  o[n++] = sizeof a / sizeof *a;
  o[n++] = sizeof b / sizeof *b;
  o[n++] = sizeof t / sizeof *t;
  o[n++] = sizeof h / sizeof *h + sizeof s / sizeof *s;
  o[n++] = sizeof global / sizeof *global;
  o[n++] = sizeof (fixed[]){ L"abc" } / sizeof(letter);
  o[n++] = ((letter[]){ L"abc" })[2] + a[3] + b[1] + u[2] + t[0][1] + h[0].at[3] + s[0].at[5] + global[5];
  return n;
}
#pragma omp end declare target

int main(void)
{
  int o[20] = { 0 }, n = 0;
#pragma omp target map(tofrom: o, n)
  n = all(o);
  for (int i = 0; i < n; i++)
    printf("%d%s", o[i], i + 1 < n ? " " : "\n");
}
