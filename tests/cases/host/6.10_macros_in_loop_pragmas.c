// gcc: no (gcc-12 expands no macros in its loop pragmas)
// Macros in the arguments of loop pragmas of gcc and clang, in host and device code.
#include <stdio.h>
#define N 4
#define TWICE(x) ((x) * 2)

int main(void)
{
  int s = 0, t = 0;
#pragma omp target map(tofrom : s)
  {
#pragma GCC unroll N
    for (int i = 0; i < N; i++)
      s += i;
#pragma GCC ivdep
    for (int i = 0; i < N; i++)
      s += i;
#ifdef __clang__
#pragma unroll(N)
    for (int i = 0; i < N; i++)
      s += i;
#pragma clang loop unroll_count(TWICE(N)) vectorize_width(N)
    for (int i = 0; i < N; i++)
      s += i;
#else
    s += 12;
#endif
  }
#pragma GCC unroll N
  for (int i = 0; i < N; i++)
    t += i;
  puts(s == 24 && t == 6 ? "ok" : "wrong");
  return s != 24 || t != 6;
}
