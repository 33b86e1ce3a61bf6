// Nothing is lost here: reverse-offload regions write the host's variables, and map(delete:) reads no element.
#include <stdio.h>
#include <stdlib.h>
#pragma omp requires reverse_offload
struct pair { int a, b; };
static void set(int *p) { *p = 4; }
#pragma omp declare target enter(set)
int main(void)
{
  int a[2] = {1, 1}, s = 1, n = 0, m = 0, sum = 0;
  struct pair p = {1, 2};
#pragma omp target map(to: a, s, n, m, p, sum)
  {
#pragma omp target device(ancestor: 1) map(to: a, s, p)
    {
      a[0] = 2;
      s++;
      p.b = 7;
    }
#pragma omp target device(ancestor: 1) map(to: n)
    set(&n);
#pragma omp target device(ancestor: 1) map(to: m)
    if (!m)
      m = 3;
#pragma omp target parallel for device(ancestor: 1) map(to: sum) reduction(+: sum)
    for (int i = 0; i < 4; i++)
      sum += i;
  }
  printf("%d %d %d %d %d %d\n", a[0], s, p.b, n, m, sum);

  int *h[2], r[4];
  h[0] = malloc(16);
  h[1] = malloc(16);
#pragma omp target enter data map(alloc: h[0][0:4], h[1][0:4])
#pragma omp target map(alloc: h[0][0:4], h[1][0:4])
  for (int i = 0; i < 4; i++)
    h[0][i] = h[1][i] = i;
#pragma omp target map(alloc: h[0][0:4]) map(from: r)
  for (int i = 0; i < 4; i++)
    r[i] = h[0][i];
#pragma omp target exit data map(delete: h[0][0:4])
#pragma omp target exit data map(release: h[1][0:4])
  printf("%d\n", r[3]);
  free(h[0]);
  free(h[1]);
}
