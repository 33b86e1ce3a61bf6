#include <stdio.h>

struct s { int n, v[4]; };
struct s st;
double m[3][3];
#pragma omp declare target link(st, m)

#pragma omp begin declare target
static double read_both(void) { return st.v[st.n] + m[2][1]; }
#pragma omp end declare target

int main(void)
{
  double r = 0;
  st.n = 2, st.v[2] = 40, m[2][1] = 0.5;
#pragma omp target data map(to: st, m)
  {
#pragma omp target map(from: r)
    r = read_both();
  }
  puts(r == 40.5 ? "ok" : "link of structure and matrix");
  return 0;
}
