// gcc: no (only variables are list items there)
// The base pointer of a list item may be what a function returns: there is no
// pointer to attach then (5.2 §3.2.1, §5.8.3).
#include <stdio.h>

struct s {
  int a, b;
};
static struct s v[2] = {{1, 2}, {3, 4}};
static int x = 40;
static struct s *p(void) { return v; }
static int *q(void) { return &x; }

int main(void) {
  struct s *w = p();
  int *k = q();
#pragma omp target data map(tofrom: *q())
  {
#pragma omp target map(tofrom: k[0:1])
    k[0] += 2;
  }
#pragma omp target enter data map(to: p()->b, (*p()).a)
#pragma omp target map(w[0:1])
  {
    w->b += 10;
    w->a += 20;
  }
#pragma omp target update from(p()->b)
  if (v[0].b != 12)
    printf("update: %d\n", v[0].b);
#pragma omp target exit data map(from: p()[0].a, p()->b)
#pragma omp target map(tofrom: p()[1:1])
  {
  }
  if (x != 42 || v[0].a != 21 || v[0].b != 12 || v[1].b != 4)
    printf("%d %d %d %d\n", x, v[0].a, v[0].b, v[1].b);
  else
    printf("ok\n");
  return 0;
}
