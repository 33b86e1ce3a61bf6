// C17 6.3.2.1p3, 6.5.17: an array behind a comma operator is a pointer, so sizeof gives the pointer's size, also of
// array parameters, which have no size of their own to give.
#include <stdio.h>

static int f(char s[], int m[][3])
{
  int r = sizeof(0, s) + 10 * sizeof(((0), s)) + 100 * sizeof(0, m);
  char here[7];
  r += 1000 * (sizeof(0, here) + sizeof(0, m[0]) + sizeof here);
#pragma omp target map(tofrom: r)
  {
    char a[7];
    r += sizeof(0, a) + sizeof a;
  }
  return r;
}

static int g(char s[const]) { return sizeof(s, s); }

int main(void)
{
  char t[7];
  int a = f(t, 0), b = g(t);
  if (a != 8 + 80 + 800 + 23000 + 15 || b != 8) return printf("%d %d\n", a, b), 1;
  puts("ok");
}
