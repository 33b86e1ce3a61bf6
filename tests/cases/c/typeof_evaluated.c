// The operand of a typeof is evaluated where its type is variably modified (C23 6.7.2.5), for each declarator, as gcc and clang do.
#include <stdio.h>
static int calls;
static int next(void) { return calls++; }
#pragma omp declare target enter(calls, next)
int main(void)
{
  int r[12];
#pragma omp target map(from: r)
  {
    int n = 3, k = 0;
    int d[4][n], plain[4][2];
    calls = 0;
    typeof(d[k++]) e, g;
    e[0] = g[0] = 1;
    r[0] = k;
    r[1] = (int)sizeof(typeof(d[k++])) + (int)sizeof e;
    r[2] = k;
    typeof(plain[k++]) h;
    h[0] = 1;
    r[3] = k;
    typedef typeof(d[next()]) row;
    row x;
    x[2] = 1;
    r[4] = calls;
    int (*p)[n] = d;
    typeof(p++) q = d + 1;
    r[5] = (int)(p - d) + (int)(q - d);
    void *v = d + 2;
    r[6] = (int)((typeof(p++))v - p);
    r[7] = (int)(p - d);
    typeof(d[k]) *y = d + 1;
    r[8] = k + (int)sizeof *y;
    typeof(next()) z = 7;
    r[9] = calls + z;
    typeof(next(), &d[0]) w = d;
    r[10] = calls + (int)sizeof *w;
    { static typeof(plain[k++]) s; s[0] = 2; r[11] = k + s[0]; }
  }
  for (int i = 0; i < 12; i++) printf("%d%c", r[i], i < 11 ? ' ' : '\n');
  return 0;
}
