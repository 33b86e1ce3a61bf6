// An argument may be an assignment, and any atomic construct may acquire (OpenMP 5.2 §3.2, §15.8.1).
#include <omp.h>
#include <stdio.h>
int main(void)
{
  int x = 0, y = 0, z = 0, n = 0;
#pragma omp parallel num_threads(x = 2)
#pragma omp atomic
  n++;
#pragma omp parallel if (y = 0) reduction(+ : z)
  z += omp_get_num_threads();
#pragma omp target map(tofrom : n)
#pragma omp atomic acquire
  n += 10;
#pragma omp atomic update acquire
  n += 100;
#pragma omp atomic acquire hint(omp_sync_hint_uncontended)
  n += 1000;
  puts(x == 2 && y == 0 && z == 1 && n > 1110 && n <= 1112 ? "ok" : "an argument");
  return 0;
}
