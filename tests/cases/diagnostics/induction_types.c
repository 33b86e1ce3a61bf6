// flags: -fopenmp-version=60
#include <stddef.h>
struct s { int a; };
int global;
#pragma omp declare induction(add : int, struct s) inductor(omp_var = omp_var) collector(omp_step)
#pragma omp declare induction(other : (int, double)) inductor(omp_var += omp_step + global) collector(omp_step * omp_idx)
#pragma omp declare induction(add : int) inductor(omp_var += omp_step) collector(omp_step * omp_idx)

void f(int n, int *p) {
  int x = 0, a[3];
  const int c = 1;
  struct s s;
  #pragma omp parallel for induction(+: x)
  for (int i = 0; i < n; i++) x++;
  int i;
  #pragma omp parallel for induction(step(i), +: x)
  for (i = 0; i < n; i++) x++;
  #pragma omp parallel for induction(step(a), +: x)
  for (int i = 0; i < n; i++) x++;
  #pragma omp parallel for induction(step(2), +: p)
  for (int i = 0; i < n; i++) p += 2;
  #pragma omp parallel for induction(step(2), *: s)
  for (int i = 0; i < n; i++) s.a = 0;
  #pragma omp parallel for induction(step(2), ad: x)
  for (int i = 0; i < n; i++) x++;
  #pragma omp parallel for induction(step(2), +: c)
  for (int i = 0; i < n; i++) ;
  #pragma omp parallel for private(x) induction(step(2), +: x)
  for (int i = 0; i < n; i++) x += 2;
  #pragma omp parallel for collapse(2) induction(step(2), +: x)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) x += 2;
}
