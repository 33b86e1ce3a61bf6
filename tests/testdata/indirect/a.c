#include <stdio.h>

#pragma omp begin declare target
typedef int (*fn)(int);
int far(int);
fn pick(int);

int near(int n)
{
  int s = 0;
#pragma omp parallel for reduction(+: s)
  for (int i = 0; i < n; i++)
    s += i;
  return s;
}

int run(fn f, int n)
{
  return f(n);
}
#pragma omp end declare target

int main(void)
{
  int r[4] = {0};
#pragma omp target map(tofrom: r)
  {
    r[0] = run(pick(0), 10);
    r[1] = run(pick(1), 20);
    r[2] = far(5);
    r[3] = run(near, 3);
  }
  printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
  return 0;
}
